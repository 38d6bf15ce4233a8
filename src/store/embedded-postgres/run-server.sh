# Runs the server given as arguments, in its cluster, and restarts it after a crash. Ends if the server was stopped on
# purpose (0), refused to start, keeps crashing, or is no longer wanted.

# The watcher renames the FIFO while it checks for holders, so only a long absence means that there are none.
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
