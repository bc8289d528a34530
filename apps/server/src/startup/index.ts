export { main } from './main.ts'
export { type RunningServer, startServer } from './start-server.ts'
