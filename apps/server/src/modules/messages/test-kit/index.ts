export { type Answer, type GatewayRequest, gatewayKey, startGateway, type TestGateway } from './gateway.ts'
export { type MailServer, type ReceivedMail, refusal, startMailServer } from './mail-server.ts'
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
