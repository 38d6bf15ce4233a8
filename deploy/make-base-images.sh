#!/bin/sh
# Makes the two base images of the Dockerfile from Debian's packages and Node's package of npm, for machines that
# reach no registry of images. Needs root, debootstrap, npm and podman or docker. Usage: sh
# deploy/make-base-images.sh; then build the image with the same engine.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
engine=$(command -v podman || command -v docker)
base=debian:$(sed -n 's/^ARG DEBIAN=//p' "$here/Dockerfile")
node=$(sed -n 's/^FROM \(node:[^ ]*\) .*/\1/p' "$here/Dockerfile")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

debootstrap --variant=minbase bookworm "$work/root"
tar -C "$work/root" -c . | "$engine" import - "docker.io/library/$base"

# The Node and npm of this machine's packages, where the official image has its own.
mkdir -p "$work/root/usr/local/bin" "$work/root/usr/local/lib/node_modules"
cp -L "$here/node_modules/.bin/node" "$work/root/usr/local/bin/node"
cp -R "$(npm root --global)/npm" "$work/root/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/root/usr/local/bin/npm"
# How this machine reaches npm's registry: settings and certificates.
cp -L "$(npm config get globalconfig)" "$work/root/usr/local/etc/npmrc" 2>/dev/null || true
mkdir -p "$work/root/etc/ssl/certs"
cp -L /etc/ssl/certs/ca-certificates.crt "$work/root/etc/ssl/certs/" 2>/dev/null || true
tar -C "$work/root" -c . | "$engine" import - "docker.io/library/$node"
