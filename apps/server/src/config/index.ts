export { type Config, readConfig } from './config.ts'
export { readProfile } from './profile.ts'
