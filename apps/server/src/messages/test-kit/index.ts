export { type Answer, type Asked, gatewayKey, startGateway, type TestGateway } from './gateway.ts'
export { type Arrived, type MailServer, refusal, startMailServer } from './mail-server.ts'
export {
  codeSms,
  letPass,
  mail,
  outbox,
  pauseOf,
  profile,
  queue,
  read,
  secret,
  secrets,
  setHeartbeat,
  until,
} from './outbox.ts'
export { startWorkerProcess } from './worker-process.ts'
