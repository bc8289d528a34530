import { isArrive, type mailList, type smsList } from '@atrium/contract'
import type { ListScenario } from '../lib/measure.ts'

/** Requests of one kind to either list. */
export type Scenario = ListScenario<typeof smsList> | ListScenario<typeof mailList>

const day = 86_400_000
const dayBefore = (days: number): string => new Date(Date.now() - days * day).toISOString().slice(0, 10)

const of = <Input extends object>(name: string, ...requests: Input[]) => ({
  name,
  keywords: [],
  requests: requests.map((request) => ({ limit: 10, page: 1, ...request })),
})

/** Requests to the list of SMS. */
export const smsScenarios: readonly ListScenario<typeof smsList>[] = [
  of('SMS, first page', {}),
  of('SMS, next page', { page: 2 }),
  of('SMS, page 10,000', { page: 10_000 }),
  of('SMS, last page', { page: 59_000 }),
  of('SMS of one product', { softId: '020' }, { softId: '070' }),
  of('SMS of the suite', { softId: '00' }),
  of('SMS of the suite, page 10,000', { softId: '00', page: 10_000 }),
  of('undelivered SMS', { isArrive: isArrive.no }),
  of('undelivered SMS of one product', { isArrive: isArrive.no, softId: '030' }),
  of('delivered SMS, page 10,000', { isArrive: isArrive.yes, page: 10_000 }),
  of('SMS of one day', { startTime: dayBefore(100), endTime: dayBefore(100) }),
  of('undelivered SMS of one month', {
    startTime: dayBefore(130),
    endTime: dayBefore(100),
    isArrive: isArrive.no,
  }),
  of('SMS by two digits of the number', { phone: '77' }, { phone: '13' }, { phone: '90' }),
  of('SMS by three digits of the number', { phone: '138' }, { phone: '777' }, { phone: '024' }),
  of('SMS by six digits of the number', { phone: '138001' }, { phone: '777777' }, { phone: '402931' }),
  of('SMS of one month by three digits of the number', {
    phone: '138',
    startTime: dayBefore(130),
    endTime: dayBefore(100),
  }),
]

/** Requests to the list of e-mails. */
export const mailScenarios: readonly ListScenario<typeof mailList>[] = [
  of('e-mails, first page', {}),
  of('e-mails, page 10,000', { page: 10_000 }),
  of('e-mails by a common subject', { subject: '密码' }, { subject: '授权' }, { subject: 'account' }),
  of('e-mails by a rare subject', { subject: 'STUDY-4321' }, { subject: 'STUDY-77' }, { subject: '4999' }),
  of('e-mails by recipient', { keyWord: 'user12345@' }, { keyWord: 'user399999' }, { keyWord: '77777' }),
  of('e-mails by domain', { keyWord: 'clinic' }, { keyWord: 'hospital.ex' }),
  of('e-mails by subject and recipient', { subject: '邀请', keyWord: 'user777' }),
]
