export { queryClient } from './client.ts'
export { type CallOptions, refresh, useCall } from './useCall.ts'
export { useIsPlatform } from './useIsPlatform.ts'
