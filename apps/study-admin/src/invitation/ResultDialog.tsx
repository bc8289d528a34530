import type { InputOf, InvitationResult } from '@atrium/contract'
import { send } from '@atrium/shared-api'
import { Button, Message } from '@atrium/ui-kit'
import { Dialog } from '@atrium/ui-kit/overlay'
import { useRef, useState } from 'react'
import { useStudyText } from '../texts/index.ts'
import { type InviteCall, invitingOthers } from './RecipientsDialog.tsx'

/** Copies a text, on pages without https too, where the browser's clipboard is closed to scripts. */
async function copy(text: string, place: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    if (!place) return false
    getSelection()?.selectAllChildren(place)
    return document.execCommand('copy')
  }
}

interface PartProps {
  readonly kind: 'succeeded' | 'failed'
  readonly lines: readonly string[]
}

/** Those with whom it ended one way, with their number. */
function Part({ kind, lines }: PartProps) {
  const t = useStudyText()
  if (lines.length === 0) return null
  const heading = t(`invitation.${kind}`, { count: lines.length })
  return (
    <section className={`invitation-result invitation-result-${kind}`}>
      <h3>{heading}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard */}
      <ul aria-label={heading} tabIndex={0}>
        {lines.map((line, index) => (
          <li key={`${index} ${line}`}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

interface Props<C extends InviteCall> {
  readonly call: C
  /** What was sent. */
  readonly values: InputOf<C>
  readonly result: InvitationResult
  readonly onClose: () => void
}

/** What came of an invitation: who is invited and who is not, to be copied, and those alone tried again who failed. */
export function ResultDialog<C extends InviteCall>({ call, values, result: first, onClose }: Props<C>) {
  const t = useStudyText()
  const [result, setResult] = useState(first)
  const [busy, setBusy] = useState(false)
  const [open, setOpen] = useState(true)
  const lists = useRef<HTMLDivElement>(null)
  const { success, failure } = result
  const retried = result.retry.userList.length + result.retry.EmailList.length

  const tryAgain = async () => {
    setBusy(true)
    try {
      const next = await send(call, invitingOthers(call, values, result.retry), { overlay: false })
      setResult({ ...next, success: [...success, ...next.success] })
    } catch {
      // The user has been told; those who failed are still listed.
    } finally {
      setBusy(false)
    }
  }
  const copyAll = async () => {
    const parts = [
      [t('invitation.succeeded', { count: success.length }), success],
      [t('invitation.failed', { count: failure.length }), failure],
    ] as const
    const text = parts.flatMap(([heading, lines]) => (lines.length > 0 ? [heading, ...lines, ''] : []))
    if (await copy(text.join('\n').trim(), lists.current)) Message.success(t('invitation.copied'))
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
            {busy && t('invitation.telling')}
          </p>
          <Button onClick={copyAll}>{t('invitation.copy')}</Button>
          {retried > 0 && (
            <Button loading={busy} onClick={tryAgain}>
              {t('invitation.tryAgain', { count: retried })}
            </Button>
          )}
          <Button type="primary" disabled={busy} onClick={close}>
            {t('invitation.done')}
          </Button>
        </>
      }
    >
      <div ref={lists} role="status" className="invitation-results">
        <Part kind="failed" lines={failure} />
        <Part kind="succeeded" lines={success} />
      </div>
    </Dialog>
  )
}
