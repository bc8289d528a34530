export { type Config, readConfig } from './config.ts'
export { type Demonstration, demonstrationOf, hasDemonstration } from './demonstration.ts'
export { readProfile } from './profile.ts'
