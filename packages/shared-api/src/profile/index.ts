export { installProfile, profile, profileElement, readPageProfile } from './profile.ts'
