# Stops the server when nobody uses it. Runs in the folder that contains the cluster; $1 is the grace period in seconds.
# Every process that uses the server keeps the FIFO "holders" open for writing; the kernel closes it if the process
# dies. Children never inherit the reading end (4), so a FIFO without a reader means that this watcher has ended.
grace=$1
server=

[ -p holders ] || mv holders.closing holders 2>/dev/null || mkfifo -m 600 holders || exit 1
exec 3<>holders 4<holders 3>&-

remember_server() {
  [ -r cluster/postmaster.pid ] && read -r server <cluster/postmaster.pid
}

unused() {
  (read -r _; exit 0) <&4 4<&- &
  asker=$!
  sleep 0.2 4<&-
  kill "$asker" 2>/dev/null
  wait "$asker"
}

is_postgres() {
  if [ -d /proc/self ]; then read -r name <"/proc/$1/comm"; else name=$(ps -o comm= -p "$1"); fi 2>/dev/null
  case $name in *postgres) return 0 ;; *) return 1 ;; esac
}

stop_server() {
  remember_server
  [ -n "$server" ] && is_postgres "$server" || return
  kill -INT "$server"
  waits=0
  while [ -e cluster/postmaster.pid ] && kill -0 "$server" 2>/dev/null; do
    waits=$((waits + 1))
    [ "$waits" -eq 600 ] && kill -QUIT "$server"
    [ "$waits" -gt 700 ] && return
    sleep 0.05 4<&-
  done
}

while :; do
  read -r _ <&4
  remember_server
  sleep "$grace" 4<&-
  # Nobody can join under the other name; those who joined before are still seen.
  mv holders holders.closing 2>/dev/null
  if unused; then
    stop_server
    rm -f holders.closing
    exit 0
  fi
  mv holders.closing holders 2>/dev/null
done
