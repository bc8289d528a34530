export { installProfile, profile, readPageProfile } from './profile.ts'
