export { createLogger, type LogLevel, logLevels } from './logger.ts'
export { measureConnections } from './metrics.ts'
export { serveMetrics } from './metrics-server.ts'
export { observeRequests } from './requests.ts'
