import { blinding } from '@atrium/contract'
import { Input } from '@atrium/ui-kit'
import { RadioChoice } from '@atrium/ui-kit/overlay'
import { useId, useState } from 'react'
import { useStudyText } from '../texts/index.ts'

interface BlindChoiceProps {
  /** One of the values of `blinding`. */
  readonly isBlind: 0 | 1
  /** The product's own setting for the chosen role, undefined if it has none. */
  readonly roleIsBlind: 0 | 1 | undefined
  readonly softName: string
  /** Reason for unblinding. Mutable, because only the text field shows it. */
  readonly reason: { text: string }
  readonly onBlind: (isBlind: 0 | 1) => void
}

/** Chooses whether a role sees the treatment allocation. Unblinding needs a reason. */
export function BlindChoice({ isBlind, roleIsBlind, softName, reason, onBlind }: BlindChoiceProps) {
  const t = useStudyText()
  const isBlinded = isBlind === blinding.blinded
  return (
    <div className="card invitation-blind">
      <h2 className="card-title">{t('invitation.blinding')}</h2>
      <RadioChoice
        value={isBlind}
        choices={[
          { value: blinding.blinded, label: t('invitation.blinded') },
          { value: blinding.unblinded, label: t('invitation.unblinded') },
        ]}
        onChange={onBlind}
      />
      {roleIsBlind !== undefined && (
        <p>
          {t(roleIsBlind === blinding.blinded ? 'invitation.roleIsBlinded' : 'invitation.roleIsUnblinded', {
            software: softName,
          })}
        </p>
      )}
      {isBlinded ? <p>{t('invitation.blindedHint')}</p> : <Unblinding reason={reason} />}
    </div>
  )
}

/** Explains the effect of unblinding and asks for the reason. */
function Unblinding({ reason }: Pick<BlindChoiceProps, 'reason'>) {
  const t = useStudyText()
  const id = useId()
  const [typed, type] = useState(reason.text)
  return (
    <div className="invitation-unblinding">
      <p role="alert">{t('invitation.unblindedHint')}</p>
      <label htmlFor={id}>{t('invitation.unblindingReason')}</label>
      <Input.TextArea
        id={id}
        rows={2}
        maxLength={500}
        required
        placeholder={t('invitation.unblindingReasonPlaceholder')}
        value={typed}
        onChange={(text) => {
          type(text)
          reason.text = text
        }}
      />
    </div>
  )
}
