# Runs the server given as arguments, in its cluster, and starts it again when it crashed. Ends when the server was
# stopped on purpose (0), refused to start, crashes again and again, or is no longer wanted.

# The watcher gives the FIFO another name while it looks whether anybody is left: only without it for long is nobody.
wanted() {
  looks=0
  until [ -p ../holders ]; do
    looks=$((looks + 1))
    [ "$looks" -gt 40 ] && return 1
    sleep 0.05
  done
}

crashes=0
while wanted; do
  started=$(date +%s)
  "$@"
  status=$?
  [ "$status" -eq 0 ] && exit 0
  [ $(($(date +%s) - started)) -gt 4 ] && crashes=0
  [ "$status" -lt 128 ] && [ "$crashes" -eq 0 ] && exit "$status"
  crashes=$((crashes + 1))
  [ "$crashes" -gt 20 ] && exit "$status"
  sleep 0.3
done
