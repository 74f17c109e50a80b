#!/bin/bash
# Saves the catalog, and directories with what belongs to it. Where Postgres is
# say PGHOST, PGUSER and the like.
#   backup.sh BACKUP_DIRECTORY DATA_DIRECTORY...
# Bases must not be written to meanwhile: stop the service that has them.
set -euo pipefail
to=${1:?name the directory for backups, then those to save}
shift
stamp=$(date -u +%Y%m%dT%H%M%SZ)
umask 077
rm -f "$to"/.unfinished.*
pg_dump --format=custom --no-owner --no-privileges --file="$to/.unfinished.dump"
tar -czf "$to/.unfinished.tar.gz" "$@"
mv "$to/.unfinished.tar.gz" "$to/data-$stamp.tar.gz"
# This one is last: where it is, the backup is whole.
mv "$to/.unfinished.dump" "$to/catalog-$stamp.dump"
echo "$stamp"
