import { globalTenantId, platformTrailAreas, type TrailArea, trailAreas } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { CheckBox } from '@atrium/ui-kit/overlay'
import { useTrailReviewText } from './texts/index.ts'

interface Props {
  readonly tenantId: string
  readonly value?: readonly TrailArea[]
  readonly onChange?: (areas: readonly TrailArea[]) => void
  readonly disabled: boolean
}

/** Chooses what a review looks at, with what each area includes. In a `Field`, the form supplies value and handler. */
export function AreaChoice({ tenantId, value = [], onChange, disabled }: Props) {
  const t = useTrailReviewText()
  const word = useContractText()
  const offered = trailAreas.filter(
    (area) => tenantId === globalTenantId || !platformTrailAreas.includes(area),
  )
  const choose = (area: TrailArea, checked: boolean) =>
    onChange?.(trailAreas.filter((each) => (each === area ? checked : value.includes(each))))
  return (
    <ul className="trail-review-areas">
      {offered.map((area) => (
        <li key={area}>
          <CheckBox
            checked={value.includes(area)}
            disabled={disabled}
            onChange={(checked) => choose(area, checked)}
          >
            {word(`auditTrail.areas.${area}`)}
          </CheckBox>
          <p>{t(`areaHint.${area}`)}</p>
        </li>
      ))}
    </ul>
  )
}
