# syntax=docker/dockerfile:1
# Copydesk with everything that it starts: git, ssh, and bubblewrap for other agents. Node and the embedded
# PostgreSQL come with the packages, so that the image runs the versions that the tests ran. docs/deploying.md
# says how it is built and run; deploy/build-files.mjs makes the same files without a container.
ARG DEBIAN=bookworm-20260101-slim

FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY . .
# For the architecture that is built for: its packages have its own Node.
RUN node deploy/build-files.mjs /opt/copydesk

FROM debian:${DEBIAN} AS run
ARG VERSION=dev
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Copydesk" \
      org.opencontainers.image.description="Self-hosted background documentation jobs" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install -y --no-install-recommends bubblewrap ca-certificates git openssh-client tini util-linux \
 && rm -rf /var/lib/apt/lists/* \
 && groupadd --gid 10001 copydesk \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /var/lib/copydesk --shell /usr/sbin/nologin copydesk \
 && install -d -o copydesk -g copydesk -m 0700 /var/lib/copydesk
COPY --from=build /opt/copydesk /opt/copydesk
# The root file system may be read-only: only the data folder and /tmp are written to.
ENV COPYDESK_DATA=/var/lib/copydesk \
    COPYDESK_HOST=0.0.0.0 \
    COPYDESK_PORT=4100 \
    COPYDESK_METRICS_PORT=9464 \
    PATH=/opt/copydesk/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
USER 10001:10001
WORKDIR /var/lib/copydesk
VOLUME ["/var/lib/copydesk"]
EXPOSE 4100 9464
# Every role has this port; without a token it listens on loopback only.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
  CMD ["/opt/copydesk/node_modules/.bin/node", "/opt/copydesk/deploy/check-health.mjs"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["tini", "--", "copydesk"]
CMD ["serve"]
