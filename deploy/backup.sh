#!/bin/bash
# Saves what a catalog service cannot make anew: the catalog, and the bases that
# others have published. Where Postgres is say PGHOST, PGUSER and the like.
#   backup.sh PUBLISHED_DIRECTORY BACKUP_DIRECTORY
# The catalog is first: a base that is published meanwhile is one more than it
# names, never one less.
set -euo pipefail
published=${1:?name the directory of published bases}
to=${2:?name the directory for backups}
stamp=$(date -u +%Y%m%dT%H%M%SZ)
umask 077
pg_dump --format=custom --no-owner --no-privileges --file="$to/.unfinished.dump"
if [ -d "$published" ]; then
	tar -C "$published" -czf "$to/.unfinished.tar.gz" .
	mv "$to/.unfinished.tar.gz" "$to/published-$stamp.tar.gz"
fi
# This one is last: where it is, the backup is whole.
mv "$to/.unfinished.dump" "$to/catalog-$stamp.dump"
echo "$to/catalog-$stamp.dump"
