export {
  type Backup,
  type BackupOptions,
  type BackupSources,
  BackupUnderWay,
  ExternalDatabase,
  makeBackup,
} from './make.ts'
