export { gatewayPath, smsGateway } from './gateway.ts'
export type { GatewayKey } from './signature.ts'
