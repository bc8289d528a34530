import { type ReasonKind, reasonKinds } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { CheckBox } from '@atrium/ui-kit/overlay'
import { useChangeReasonText } from './texts/index.ts'

interface KindChoiceProps {
  readonly value?: readonly string[]
  readonly onChange?: (kinds: readonly ReasonKind[]) => void
}

/** The kinds of changes that need a reason, with what each includes. */
export function KindChoice({ value = [], onChange }: KindChoiceProps) {
  const t = useChangeReasonText()
  const word = useContractText()
  const choose = (kind: ReasonKind, checked: boolean) =>
    onChange?.(reasonKinds.filter((each) => (each === kind ? checked : value.includes(each))))
  return (
    <ul className="reason-kinds">
      {reasonKinds.map((kind) => (
        <li key={kind}>
          <CheckBox checked={value.includes(kind)} onChange={(checked) => choose(kind, checked)}>
            {word(`changeReason.kind.${kind}`)}
          </CheckBox>
          <p>{t(`kindHint.${kind}`)}</p>
        </li>
      ))}
    </ul>
  )
}
