#!/bin/bash
# Saves the catalog and its data directories. PGHOST, PGUSER and the other variables
# of libpq select the database.
#   backup.sh BACKUP_DIRECTORY DATA_DIRECTORY...
# Stop the service first: its indexes must not change meanwhile.
set -euo pipefail
to=${1:?name the directory for backups, then those to save}
shift
stamp=$(date -u +%Y%m%dT%H%M%SZ)
umask 077
rm -f "$to"/.unfinished.*
pg_dump --format=custom --no-owner --no-privileges --file="$to/.unfinished.dump"
tar -czf "$to/.unfinished.tar.gz" "$@"
mv "$to/.unfinished.tar.gz" "$to/data-$stamp.tar.gz"
# The dump comes last: if it exists, the backup is complete.
mv "$to/.unfinished.dump" "$to/catalog-$stamp.dump"
echo "$stamp"
