import { type InputOf, type InvitationResult, outcomeLine } from '@atrium/contract'
import { send, useContractText } from '@atrium/shared-api'
import { Button, copyText, Message } from '@atrium/ui-kit'
import { Dialog } from '@atrium/ui-kit/overlay'
import { useRef, useState } from 'react'
import { useStudyText } from '../texts/index.ts'
import { inOrder, Outcomes, useSummary } from './Outcomes.tsx'
import { type InviteCall, invitingOthers } from './RecipientsDialog.tsx'

interface Props<C extends InviteCall> {
  readonly call: C
  readonly tenantId: string
  /** The invitation that was sent. */
  readonly values: InputOf<C>
  readonly result: InvitationResult
  readonly onClose: () => void
}

/**
 * Shows the result of an invitation for each person. The result can be copied, and rejected people can be invited
 * again.
 */
export function ResultDialog<C extends InviteCall>(props: Props<C>) {
  const { call, tenantId, values, result: first, onClose } = props
  const t = useStudyText()
  const shared = useContractText()
  const [{ outcomes, retry }, setResult] = useState(first)
  const [busy, setBusy] = useState(false)
  const [open, setOpen] = useState(true)
  const list = useRef<HTMLDivElement>(null)
  const summary = useSummary(outcomes)
  const rejected = retry.userList.length

  const tryAgain = async () => {
    setBusy(true)
    try {
      const next = await send(call, invitingOthers(call, values, retry), { overlay: false })
      const others = outcomes.filter(({ state }) => state !== 'refused')
      setResult({ ...next, outcomes: [...others, ...next.outcomes] })
    } catch {
      // The error message is already shown. Rejected people stay in the list.
    } finally {
      setBusy(false)
    }
  }
  const copyAll = async () => {
    const lines = inOrder(outcomes).map((row) => outcomeLine(shared, row))
    const text = [summary, ...lines].join('\n')
    if (await copyText(text, list.current)) Message.success(t('invitation.copied'))
    else Message.warning(t('invitation.copyFailed'))
  }
  const close = () => {
    if (!busy) setOpen(false)
  }
  return (
    <Dialog
      open={open}
      title={t('invitation.result')}
      width={640}
      onClose={close}
      afterClose={onClose}
      footer={
        <>
          <p className="dialog-waiting" role="status">
            {busy && t('invitation.delivering')}
          </p>
          <Button onClick={copyAll}>{t('invitation.copy')}</Button>
          {rejected > 0 && (
            <Button loading={busy} onClick={tryAgain}>
              {t('invitation.tryAgain', { count: rejected })}
            </Button>
          )}
          <Button type="primary" disabled={busy} onClick={close}>
            {t('invitation.done')}
          </Button>
        </>
      }
    >
      <div ref={list} role="status">
        <Outcomes tenantId={tenantId} rows={outcomes} />
      </div>
    </Dialog>
  )
}
