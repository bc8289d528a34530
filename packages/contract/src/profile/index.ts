export { ProfileError, parseProfile } from './parse-profile.ts'
export { Profile } from './profile.ts'
