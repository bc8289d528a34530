export { RemoteBoundary, type RemoteBoundaryProps, type RemoteFailure } from './RemoteBoundary.tsx'
