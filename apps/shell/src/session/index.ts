export { SignInArea } from './SignInArea.tsx'
