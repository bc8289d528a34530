import {
  containsFolded,
  softwareCodes,
  softwareTenants,
  type UserSoftware,
  userSoftware,
} from '@atrium/contract'
import { useAddressState, useTexts } from '@atrium/shared-api'
import { useCall } from '@atrium/ui-kit/list'
import { ChoiceList } from './ChoiceList.tsx'
import { LicenceNote } from './LicenceNote.tsx'
import { useOpenProduct } from './open-product.ts'
import './texts/index.ts'

/** EDC is the default product if the address names no other. */
const defaults = { softwareId: softwareCodes.edc as string, keyWord: '' }

const nameOf = (products: readonly UserSoftware[] | undefined, softwareId: string): string =>
  products?.find(({ id }) => id === softwareId)?.displayName ?? ''

/** Lists the tenants in which the user has a product. There are few of them, so the browser searches the list. */
export default function TenantListPage() {
  const t = useTexts('landing')
  const [{ softwareId, keyWord }, set] = useAddressState(defaults)
  const products = useCall(userSoftware, {}, { staleTime: 60_000 })
  const { data, error, refetch } = useCall(softwareTenants, { softwareId })
  const open = useOpenProduct()
  const choices = data
    ?.filter(({ tenantName, tenantCode }) => containsFolded(`${tenantName}\n${tenantCode}`, keyWord))
    .map((tenant) => ({
      key: tenant.tenantId,
      name: tenant.tenantName,
      line: [tenant.tenantCode, tenant.studyCount > 0 && t('studies', { count: tenant.studyCount })]
        .filter(Boolean)
        .join(' · '),
      notes: <LicenceNote {...tenant} />,
      onOpen: () => open({ softwareId, tenantId: tenant.tenantId }),
    }))
  const software = nameOf(products.data, softwareId)
  return (
    <ChoiceList
      title={t('tenantList.title')}
      purpose={software && t('tenantList.purpose', { software })}
      search={t('tenantList.search')}
      keyWord={keyWord}
      onSearch={(typed) => set({ keyWord: typed }, { replace: true })}
      choices={choices}
      error={error}
      onRetry={() => void refetch()}
      empty={{ title: t('tenantList.empty'), hint: t('tenantList.emptyHint') }}
    />
  )
}
