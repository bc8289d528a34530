import { Counter } from 'prom-client'

/** Attempts to send, by kind and outcome. */
export const sendAttempts = new Counter({
  name: 'atrium_message_attempts_total',
  help: 'Attempts to send an e-mail or SMS, by kind and outcome',
  labelNames: ['kind', 'outcome'],
})
