/** Words of software documentation that general dictionaries lack, without compounds of known words. */
export const technicalWords: ReadonlySet<string> = new Set(
  `accessor accessors admin admins allowlist allowlisted amongst analytics async auth authenticator
autocomplete autocompletes autocompletion autofix autoplay autoscale autoscaling backend backends backoff
backport backported backporting backports backtrace backtraces blocklist bool boolean booleans breakpoint
breakpoints bugfix bugfixes cacheable callee callout callouts changelog changelogs changeset changesets
charset chatbot chatbots codebase codebases codegen composable composables config configs configurability
configurable coroutine coroutines cron cronjob customizability customizable customizations datacenter
dataset datasets datastore debounce debounced debouncing decrypt decrypted decrypting decrypts
deduplicate deduplicated deduplicates deduplicating deduplication denylist dependabot deployable
deprecations deserialization deserialize deserialized deserializer deserializes deserializing detections
devtools diff diffed diffing diffs discoverability discoverable dockerfile dockerize dockerized dotenv
dotfile dotfiles draggable dropdown dropdowns emoji emojis endian enum enums ephemeral executor executors
extensibility extensible failover fallback fallbacks favicon favicons filepath filesystem filesystems
flexbox focusable foldable formatter formatters frontend frontends frontmatter fullscreen functor getter
getters glob globbing globs gzip gzipped hardcode hardcoded hardcoding hash hashable hashmap highlighter
highlighters hostname hostnames hotfix hotfixes hotkey hotkeys hoverable idempotence idempotency
idempotent immutability indexable init initializer initializers inline inlined inliner inlines inlining
instantiation instantiations introspect invokable iterable iterables iterator iterators keychain keymap
keypair keystore keystroke keywords linter linters linting localhost localization lockfile lockfiles
lookahead lookbehind lowercased macos markdown memoization memoize memoized memoizes memoizing metadata
metaprogramming microservice microservices middleware middlewares minification minified minifier
minifiers minifies minify minifying misconfigure misconfigured mixin mixins mockup monorepo monorepos
multiline multitenancy multitenant mutex mutexes namespace namespaced namespaces namespacing natively
noop nullable nullish observability offline onboarding param parameterization parametrize parametrized
params parsable passkey passkeys passthrough pathname perf performant permalink permalinks pipelining
placeholder placeholders plaintext playbook plugin plugins polyfill polyfilled polyfilling polyfills
popover popovers postprocess postprocessing preconfigured prefetch prefetched prefetches prefetching
prefill prefilled preload preloaded preloading preloads prepend prepended prepending prepends preprocess
preprocessed preprocessing preprocessor preprocessors prerelease prereleases prerender prerendered
prerendering proxied proxies proxying queryable quickstart quickstarts readme readmes rebase rebased
rebases rebasing reconfigure reconfigured reconfiguring reconnection redirection redirections refactor
refactored refactoring refactorings refactors referer regex regexes renderer renderers repo repos
resizable resizing resolver resolvers retryable revalidate revalidated revalidates revalidating
revalidation roadmap roadmaps rollout rollouts roundtrip roundtrips runbook runbooks runtime runtimes
sandboxed sandboxing scaffolded scalability scrollable scrollback scrollbar scrollbars selectable semver
serializable serialization serializer serializers serverless setter setters sharded sharding shortcode
shortcodes signup signups snapshotting sortable specifier specifiers spinner stateful stateless stderr
stdin stdout stemmer stringification stringified stringifies stringify stylesheet stylesheets subcommand
subcommands subdirectories subdirectory subdomain subdomains subfield subfolder subfolders submenu
submenus submodule submodules subnet subnets subpackage subpackages subpath subprocess subprocesses
subtree subtrees subtype subtypes superset supersets symlink symlinked symlinking symlinks sysadmin
teardown templating theming throughput timestamp timestamped timestamps tokenization tokenize tokenized
tokenizer tokenizers toml toolchain toolchains tooltip tooltips tradeoff tradeoffs transpilation
transpile transpiled transpiler transpilers transpiles transpiling truthy tuple tuples typecheck
typechecking typings unescape unescaped unhandled uninstall uninstallation unix unminified unminify
unregister unserializable unset unstyled untyped updatable uppercased username usernames validator
validators variadic viewport viewports virtualenv virtualization walkthrough webapp webapps webhook
webhooks webpack whitelist whitelisted whitespace whitespaces wildcard wildcards workspace workspaces
yaml`.split(/\s+/),
);
