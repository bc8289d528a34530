import {
  type FailedMessage,
  type FailedResent,
  failedResend,
  mailResend,
  operationsOverview,
  smsResend,
  type TimeRange,
} from '@atrium/contract'
import { send } from '@atrium/shared-api'
import { Message } from '@atrium/ui-kit'
import { refresh } from '@atrium/ui-kit/list'
import { confirmChange, operate } from '@atrium/ui-kit/overlay'
import { useCallback, useState } from 'react'
import { useOperationsText } from './texts/index.ts'

/**
 * Returns functions that resend failed messages after a confirmation: a single message, or all messages of a range up
 * to a limit.
 */
export function useResending() {
  const t = useOperationsText()
  const [resent, setResent] = useState<FailedResent>()
  const resendOne = useCallback(
    ({ id, channel, to }: FailedMessage) =>
      operate([operationsOverview], {
        question: {
          title: t('resend.title'),
          content: t('resend.one', { name: to }),
          ok: t('resend.ok'),
        },
        call: channel === 'sms' ? smsResend : mailResend,
        input: { ids: [id] },
        done: t('resend.done', { count: 1 }),
      }),
    [t],
  )
  const resendAll = async (range: TimeRange, count: number) => {
    const question = {
      title: t('resend.title'),
      content: t('resend.question', { count, range: t(`of.${range}`) }),
      ok: t('resend.ok'),
    }
    const input = { range }
    const reason = await confirmChange(question, failedResend, input)
    if (!reason) return
    // The error message is already shown.
    const response = await send(failedResend, input, { reason }).catch(() => undefined)
    if (response?.more || response?.refused.length) setResent(response)
    else if (response) Message.success(t('resend.done', { count: response.count }))
    await refresh(operationsOverview)
  }
  return { resendOne, resendAll, resent, forget: () => setResent(undefined) }
}
