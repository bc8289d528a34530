export { type GatewayRequest, gatewayKey, type Result, startGateway, type TestGateway } from './gateway.ts'
export { type MailServer, type ReceivedMail, rejection, startMailServer } from './mail-server.ts'
export {
  ageOutbox,
  codeSms,
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
