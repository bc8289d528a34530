import {
  accessRequestAsk,
  accessRequestNotices,
  askableOptions,
  askableStudies,
  blinding,
  ownAccessRequests,
  type ResponseOf,
} from '@atrium/contract'
import { useContractText, useTexts } from '@atrium/shared-api'
import { ErrorState, Form, fieldOf, Input } from '@atrium/ui-kit'
import { inShort, useCall } from '@atrium/ui-kit/list'
import { EntityDialog, type EntityDialogState } from '@atrium/ui-kit/overlay'
import { type LookupProps, LookupSelect, offeredAtOnce, useLookupSearch } from '@atrium/ui-kit/pickers'
import { WantedFields } from '@atrium/ui-kit/wanted-access'
import { useEffect } from 'react'

const Field = fieldOf(accessRequestAsk)
const refreshes = [ownAccessRequests, accessRequestNotices]

const studiesOf = ({ list, totalCount }: ResponseOf<typeof askableStudies>) => ({
  choices: list.map(({ studyUrlId, studyCode, studyName, softName, tenantName }) => ({
    value: studyUrlId,
    label: `${studyCode} ${studyName} · ${inShort(softName)} · ${tenantName}`,
  })),
  hasMore: totalCount > offeredAtOnce,
})

/** Selects a study in a product for which the user may ask. */
function StudySelect(lookup: LookupProps) {
  const found = useLookupSearch(
    {
      call: askableStudies,
      page: (keyWord) => ({ keyWord, limit: offeredAtOnce }),
      one: (studyUrlId) => ({ studyUrlId }),
      choicesOf: studiesOf,
      staleTime: 60_000,
    },
    lookup.value ?? '',
  )
  return <LookupSelect {...lookup} {...found} />
}

/** What the fields of the role are while no role is chosen. */
const nothing = {
  ...{ generalRoleId: '', projectId: '', environmentId: '', roleId: '', unblindingReason: '' },
  ...{ isBlind: blinding.blinded, siteIds: [], stockHouseIds: [] },
}

/** Fields of a request. The product names its roles once the study is chosen. */
function AskFields() {
  const t = useTexts('landing')
  const { form } = Form.useFormContext()
  const studyUrlId = String(Form.useWatch('studyUrlId', form) ?? '')
  const asked = useCall(askableOptions, { studyUrlId }, { enabled: studyUrlId !== '' })
  useEffect(() => {
    if (studyUrlId !== '') form.setFieldsValue(nothing)
  }, [form, studyUrlId])
  return (
    <>
      <Field name="studyUrlId">
        <StudySelect />
      </Field>
      {asked.isFetching && !asked.data && <p role="status">{t('requests.asking')}</p>}
      {asked.error && !asked.isFetching && (
        <ErrorState
          title={t('requests.rolesFailed')}
          detail={asked.error.message}
          retryLabel={t('retry')}
          onRetry={asked.refetch}
        />
      )}
      {asked.data && (
        <>
          <WantedFields key={studyUrlId} of={Field} options={asked.data} />
          <Field name="reason" extra={t('requests.reasonHint')}>
            <Input.TextArea rows={2} />
          </Field>
        </>
      )}
    </>
  )
}

/** Asks for a role in a study and product. */
export default function AskDialog({ state }: { readonly state: EntityDialogState<object> }) {
  const t = useTexts('landing')
  const word = useContractText()
  return (
    <EntityDialog
      state={state}
      call={accessRequestAsk}
      name={t('requests.ask')}
      title={t('requests.ask')}
      ok={t('requests.send')}
      width={640}
      history="none"
      refreshes={refreshes}
      done={() => word('accessRequest.done.asked')}
    >
      <AskFields />
    </EntityDialog>
  )
}
