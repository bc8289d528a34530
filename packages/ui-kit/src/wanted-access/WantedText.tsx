import type { WantedAccess } from '@atrium/contract'
import { authorizationStyles, blinding, maxSiteNames } from '@atrium/contract'
import { useContractText, useLanguage } from '@atrium/shared-api'
import { listNames, nameIn } from '../base/product-names.ts'
import { usePeriodText } from '../list/period.tsx'

interface WantedTextProps {
  readonly of: WantedAccess
  /** See `authorizationStyles`. */
  readonly style: number
}

/** Describes a role with its sites, depots and period. */
export function WantedText({ of: wanted, style }: WantedTextProps) {
  const word = useContractText()
  const language = useLanguage()
  const periodText = usePeriodText()
  const { generalRoleName, roleName, roleId, siteIds, siteNames, stockHouseIds, accessFrom, accessUntil } =
    wanted
  const names = [generalRoleName, roleName || roleId].filter(Boolean).map((name) => nameIn(language, name))
  const isRtsm = style === authorizationStyles.rtsm
  const isUnblinded = isRtsm && wanted.isBlind === blinding.unblinded
  const named = listNames(language, siteNames)
  const sites =
    siteIds.length > maxSiteNames || siteNames.length === 0
      ? word('accessRequest.shown.sites', { sites: named, count: siteIds.length })
      : named
  return (
    <div className="wanted-text">
      <span>
        {names.join(' · ')}
        {isUnblinded && ` (${word('accessRequest.shown.unblinded')})`}
      </span>
      <span>{siteIds.length > 0 ? sites : wanted.allSites && word('accessRequest.shown.wholeStudy')}</span>
      {stockHouseIds.length > 0 && (
        <span>{word('accessRequest.shown.depots', { count: stockHouseIds.length })}</span>
      )}
      {isUnblinded && <span>{wanted.unblindingReason}</span>}
      {(accessFrom !== '' || accessUntil !== '') && <span>{periodText(accessFrom, accessUntil)}</span>}
    </div>
  )
}
