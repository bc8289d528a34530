export { ToRoute } from './ToRoute.tsx'
export { below, usePlaces } from './usePlaces.ts'
