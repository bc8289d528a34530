import {
  type ReasonKind,
  reasonKinds,
  type SignatureMeaning,
  type SignedKind,
  signatureMeanings,
} from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { RadioChoice } from '@atrium/ui-kit/overlay'
import { useChangeReasonText } from '../change-reason/texts/index.ts'
import { useSignatureText } from './texts/index.ts'

interface MeaningChoiceProps {
  readonly value?: readonly SignedKind[]
  readonly onChange?: (signed: readonly SignedKind[]) => void
}

/** The kinds of changes with what each includes, and the meaning with which it must be signed. */
export function MeaningChoice({ value = [], onChange }: MeaningChoiceProps) {
  const t = useSignatureText()
  const hint = useChangeReasonText()
  const word = useContractText()
  const choose = (kind: ReasonKind, meaning: SignatureMeaning | '') => {
    const chosen = (each: ReasonKind) =>
      each === kind ? meaning : (value.find((signed) => signed.kind === each)?.meaning ?? '')
    onChange?.(
      reasonKinds.flatMap((each) => {
        const found = chosen(each)
        return found === '' ? [] : [{ kind: each, meaning: found }]
      }),
    )
  }
  const choices = [
    { value: '' as const, label: t('unsigned') },
    ...signatureMeanings.map((meaning) => ({ value: meaning, label: word(`signature.meanings.${meaning}`) })),
  ]
  return (
    <ul className="signature-kinds">
      {reasonKinds.map((kind) => {
        const name = word(`changeReason.kind.${kind}`)
        return (
          <li key={kind}>
            <div>
              <span>{name}</span>
              <p>{hint(`kindHint.${kind}`)}</p>
            </div>
            <RadioChoice
              label={t('meaningOf', { kind: name })}
              value={value.find((signed) => signed.kind === kind)?.meaning ?? ''}
              onChange={(meaning) => choose(kind, meaning)}
              choices={choices}
            />
          </li>
        )
      })}
    </ul>
  )
}
