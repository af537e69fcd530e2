#!/bin/sh
# Makes the school of a backup on this machine: account, data, settings, service. Run it as root in a checkout of the product's version, with its
# packages and build/ (docs/operations.md, A new machine). It changes nothing that is there already, and may be run twice.
#   BACKUP_PASSPHRASE=… deploy/new-machine.sh [--move] SET
#   SET      a set, or a folder of sets, of which the newest counts
#   --move   the set was made in maintenance, and the old machine does not come back
# Variables: DATA_DIR (/var/lib/karyashala), SETTINGS (/etc/karyashala/school.env), ACCOUNT (karyashala),
#   START (a command that starts the school; systemd by default), ADDRESS (where it answers: http://127.0.0.1:3000)
set -eu
umask 077

usage() { sed -n '2,/^set /s/^# \{0,3\}//p' "$0"; exit 2; }
fail() { echo "$1" >&2; exit 1; }
say() { echo "== $1"; }

move=
if [ "${1:-}" = --move ]; then move=--move; shift; fi
[ $# -eq 1 ] || usage
case $1 in -*|'') usage ;; esac
set_folder=$(CDPATH='' cd -- "$1" 2>/dev/null && pwd) || fail "There is no folder $1."
checkout=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
data=${DATA_DIR:-/var/lib/karyashala}
settings=${SETTINGS:-/etc/karyashala/school.env}
account=${ACCOUNT:-karyashala}
address=${ADDRESS:-http://127.0.0.1:3000}
node=$checkout/node_modules/.bin/node
[ -n "${BACKUP_PASSPHRASE:-}" ] || fail "Set BACKUP_PASSPHRASE to that of the backup: without it the keys can not be opened."
[ -x "$node" ] || fail "$checkout has no packages: run npm ci and npm run build there first."
[ -f "$checkout/build/.complete" ] || fail "$checkout is not built: run npm run build there first."

# The school belongs to its account, so that its database runs as it too.
as_account() {
  if [ "$(id -un)" = "$account" ]; then "$@"; else runuser -u "$account" -- "$@"; fi
}
# Runs one of the product's commands with the settings of the school, which root alone may read.
command_of_school() {
  if [ "$(id -un)" = "$account" ]; then set -- "$node" "$checkout/scripts/bootstrap.mjs" "$@"
  else set -- runuser -u "$account" -- "$node" "$checkout/scripts/bootstrap.mjs" "$@"; fi
  DATA_DIR=$data APP_ENV=production PORT=${address##*:} "$node" --env-file-if-exists="$settings" -e '
    const [program, ...args] = process.argv.slice(1)
    process.exit(require("node:child_process").spawnSync(program, args, { stdio: "inherit" }).status ?? 1)' -- "$@"
}

say "Account $account"
id "$account" >/dev/null 2>&1 || useradd --system --home-dir "$data" --shell /usr/sbin/nologin "$account"
as_account test -r "$set_folder" || fail "$account can not read $set_folder: chown -R $account it, or copy it elsewhere."

if [ -d "$data/postgres" ]; then
  say "$data has a school already. It stays"
else
  say "The school of $set_folder"
  parent=$(dirname -- "$data")
  mkdir -p -m 755 "$parent"
  # Made beside its place, which may be a folder that the service made and that is empty.
  [ ! -d "$data" ] || rmdir "$data" || fail "$data is not empty, and has no school. Empty it, or name another DATA_DIR."
  work=$(mktemp -d "$parent/.new-school-XXXXXX")
  trap 'rm -rf "$work"' EXIT
  chmod 711 "$work"
  [ "$(id -un)" = "$account" ] || chown "$account" "$work"
  # The passphrase stays in the environment: arguments can be read by everybody on the machine.
  export BACKUP_PASSPHRASE
  # shellcheck disable=SC2086
  as_account env DATA_DIR="$work/none" \
    "$node" "$checkout/scripts/bootstrap.mjs" restore --from "$set_folder" --into "$work/school" $move > /dev/null
  mv "$work/school" "$data"
  echo "It is in $data."
fi

if [ -f "$settings" ]; then
  say "$settings is there. It stays"
elif [ -f "$data/restored.env" ]; then
  say "Settings in $settings"
  mkdir -p -m 755 "$(dirname -- "$settings")"
  # Systemd and a shell read it alike.
  { cat "$data/restored.env"; printf "BACKUP_PASSPHRASE='%s'\n" "$(printf %s "$BACKUP_PASSPHRASE" | sed "s/'/'\\\\''/g")"; } > "$settings"
fi
rm -f "$data/restored.env"

say "Start"
if [ -n "${START:-}" ]; then
  sh -c "$START"
else
  if [ ! -f /etc/systemd/system/karyashala.service ]; then
    sed "s#/opt/karyashala#$checkout#g" "$checkout/deploy/karyashala.service" > /etc/systemd/system/karyashala.service
    chmod 644 /etc/systemd/system/karyashala.service
    systemctl daemon-reload
  fi
  systemctl enable --now karyashala
fi
tries=0
until "$node" -e 'fetch(process.argv[1] + "/ready").then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))' "$address"; do
  tries=$((tries + 1))
  [ "$tries" -lt 120 ] || fail "The school is not ready at $address after two minutes: journalctl -u karyashala says why."
  sleep 1
done

if [ -n "$move" ]; then
  say "Documents go on"
  # It ends with 1 while the question of the restore is open.
  command_of_school payments series > /dev/null || command_of_school payments issued none
else
  say "Receipts wait until you say which were given out since: npm run payments -- issued none | new | NUMBER…"
fi
say "What needs you"
command_of_school health || true
cat <<TEXT
== Left to do, by you
1. A certificate for this machine: deploy/Caddyfile gets it by itself once DNS names this machine; for nginx, copy /etc/letsencrypt.
2. DNS: the A and AAAA records of the site to this machine.
3. The webhook of the payment provider keeps its address. If its secret is another one, enter it there.
4. Mail: SPF of the sender's domain allows what SMTP_URL names. npm run health looks at it.
5. The folder of backups: BACKUP_DIR in $settings, then npm run backup.
TEXT
[ -z "$move" ] || echo "6. When DNS names this machine: npm run maintenance -- off. The old machine stays in maintenance, and is stopped."
