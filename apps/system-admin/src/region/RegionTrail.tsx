import { PlaceOf } from '@atrium/ui-kit/pickers'
import { useSystemText } from '../texts/index.ts'

interface Props {
  readonly countryId: string
  /** '' where the provinces are in sight. */
  readonly provinceId: string
  readonly onChooseCountry: (id: string) => void
}

/** The way back up, where there is one table at a time. */
export function RegionTrail({ countryId, provinceId, onChooseCountry }: Props) {
  const t = useSystemText()
  const here = provinceId === '' ? countryId : provinceId
  return (
    <nav className="region-trail" aria-label={t('region.trail')}>
      <ol>
        <li>
          <button type="button" onClick={() => onChooseCountry('')}>
            {t('region.country.heading')}
          </button>
        </li>
        {provinceId !== '' && (
          <li>
            <button type="button" onClick={() => onChooseCountry(countryId)}>
              <PlaceOf id={countryId} />
            </button>
          </li>
        )}
        <li>
          <span aria-current="page">
            <PlaceOf id={here} />
          </span>
        </li>
      </ol>
    </nav>
  )
}
