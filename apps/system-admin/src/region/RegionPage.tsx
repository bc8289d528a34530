import { type Region, regionLevels } from '@atrium/contract'
import { Button, useNarrow } from '@atrium/ui-kit'
import { PageHeader } from '@atrium/ui-kit/list'
import { useEntityDialog } from '@atrium/ui-kit/overlay'
import { RegionOf } from '@atrium/ui-kit/pickers'
import { useSystemText } from '../texts/index.ts'
import { RegionDialog } from './RegionDialog.tsx'
import { ChildRegionsCard, CountryList } from './RegionTables.tsx'
import { useRegionChoice } from './use-region-choice.ts'
import './region.css'

interface Props {
  readonly countryId: string
  /** Empty while the provinces are shown. */
  readonly provinceId: string
  readonly onChooseCountry: (id: string) => void
}

/** Breadcrumb for narrow screens, which show one table at a time. */
function RegionTrail({ countryId, provinceId, onChooseCountry }: Props) {
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
              <RegionOf id={countryId} />
            </button>
          </li>
        )}
        <li>
          <span aria-current="page">
            <RegionOf id={here} />
          </span>
        </li>
      </ol>
    </nav>
  )
}

/** Returns the level of the visible table on narrow screens. */
function levelInSight(countryId: string, provinceId: string): number {
  if (countryId === '') return regionLevels.country
  return provinceId === '' ? regionLevels.province : regionLevels.city
}

/** Lists countries, the provinces of the chosen country and the cities of the chosen province. */
export default function RegionPage() {
  const t = useSystemText()
  const narrow = useNarrow()
  const choice = useRegionChoice()
  const dialog = useEntityDialog<Region>()
  const countryId = choice.provinces.parentId
  const provinceId = choice.cities.parentId
  const shows = (level: number) => !narrow || level === levelInSight(countryId, provinceId)
  const addCountry = (
    <Button type="primary" onClick={() => dialog.add({ level: regionLevels.country })}>
      {t('region.add', { name: t('region.country.name') })}
    </Button>
  )
  return (
    <div className="page">
      <PageHeader
        title={t('region.title')}
        purpose={t('region.purpose')}
        action={shows(regionLevels.country) && addCountry}
      />
      {!shows(regionLevels.country) && (
        <RegionTrail countryId={countryId} provinceId={provinceId} onChooseCountry={choice.chooseCountry} />
      )}
      <div className="regions">
        {shows(regionLevels.country) && (
          <CountryList
            list={choice.countries}
            chosen={countryId}
            onChoose={choice.chooseCountry}
            edit={dialog.edit}
          />
        )}
        {shows(regionLevels.province) && (
          <ChildRegionsCard
            level={regionLevels.province}
            below={choice.provinces}
            parent={choice.country}
            chosen={provinceId}
            onChoose={choice.chooseProvince}
            dialog={dialog}
          />
        )}
        {shows(regionLevels.city) && (
          <ChildRegionsCard
            level={regionLevels.city}
            below={choice.cities}
            parent={choice.province}
            dialog={dialog}
          />
        )}
      </div>
      <RegionDialog state={dialog} />
    </div>
  )
}
