"""What an operator has to look after: backups, the certificate, standbys, the archive, queues and disks."""
