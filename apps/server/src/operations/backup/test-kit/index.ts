export { type OwnPostgres, postgresPrograms, startPostgres } from './debian-postgres.ts'
export { rowsOf } from './rows.ts'
