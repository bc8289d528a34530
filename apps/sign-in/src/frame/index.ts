export { Contacts } from './Contacts.tsx'
export { RouteLink } from './RouteLink.tsx'
export { SignInFrame } from './SignInFrame.tsx'
