export { type Backup, type BackupOptions, type BackupSources, BackupUnderWay, makeBackup } from './make.ts'
