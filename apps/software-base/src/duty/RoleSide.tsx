import {
  dutySave,
  invitingSoftware,
  invitingStudies,
  offeredRoles,
  type ResponseOf,
  remoteRoles,
} from '@atrium/contract'
import { useLabels, useLanguage } from '@atrium/shared-api'
import { ErrorState, Form, fieldOf, Input } from '@atrium/ui-kit'
import { inShort, nameIn, useCall } from '@atrium/ui-kit/list'
import {
  type LookupProps,
  LookupSelect,
  offeredAtOnce,
  useLookupSearch,
  useSoftwareChoices,
} from '@atrium/ui-kit/pickers'
import { useMemo, useState } from 'react'
import { useDutyText } from './texts/index.ts'

const Field = fieldOf(dutySave)

/** Fields of each side of a rule. */
const fieldsOf = {
  one: { software: 'softwareId', role: 'roleId', name: 'roleName' },
  other: { software: 'otherSoftwareId', role: 'otherRoleId', name: 'otherRoleName' },
} as const

/** Selects a product of a tenant. A rule keeps its product, even if the tenant does not have it. */
function ProductSelect({ tenantId, ...lookup }: LookupProps & { readonly tenantId: string }) {
  const t = useDutyText()
  const { value = '' } = lookup
  const { data, isError } = useCall(invitingSoftware, { tenantId }, { enabled: tenantId !== '' })
  const all = useSoftwareChoices()
  const choices = useMemo(() => {
    const own = data?.map(({ id, displayName }) => ({ value: id, label: displayName })) ?? []
    const kept = own.some((choice) => choice.value === value)
      ? undefined
      : all?.find((one) => one.value === value)
    return [...own, ...(kept ? [kept] : [])].map((choice) => ({ ...choice, label: inShort(choice.label) }))
  }, [data, all, value])
  const isAsked = tenantId !== ''
  return (
    <LookupSelect
      {...lookup}
      choices={isAsked && !data ? undefined : choices}
      failed={isError}
      disabled={!isAsked}
      placeholder={isAsked ? undefined : t('tenantFirst')}
    />
  )
}

const studiesOf = ({ list, totalCount }: ResponseOf<typeof invitingStudies>) => ({
  choices: list
    .slice(0, offeredAtOnce)
    .map(({ studyUrlId, code, name }) => ({ value: studyUrlId, label: `${code} ${name}` })),
  hasMore: totalCount > offeredAtOnce,
})

interface StudySelectProps extends LookupProps {
  readonly tenantId: string
  readonly softId: string
}

/** Selects a study in a product. */
function StudySelect({ tenantId, softId, ...lookup }: StudySelectProps) {
  const found = useLookupSearch(
    {
      call: invitingStudies,
      page: (keyWord) => ({ tenantId, softId, keyWord }),
      one: (studyUrlId) => ({ tenantId, softId, studyUrlId }),
      choicesOf: studiesOf,
      staleTime: 60_000,
    },
    lookup.value ?? '',
  )
  return <LookupSelect {...lookup} {...found} />
}

interface Props {
  readonly side: keyof typeof fieldsOf
  /** Tenant whose product is asked; '' until it is chosen. */
  readonly tenantId: string
}

/** Fields for one role of a rule: the product, a study for which the product names its roles, and the role. */
export function RoleSide({ side, tenantId }: Props) {
  const t = useDutyText()
  const language = useLanguage()
  const label = useLabels('duty')
  const fields = fieldsOf[side]
  const { form } = Form.useFormContext()
  const softId = String(Form.useWatch(fields.software, form) ?? '')
  const [role, roleName] = [Form.useWatch(fields.role, form), Form.useWatch(fields.name, form)]
  const [studyUrlId, chooseStudy] = useState('')
  const asked = useCall(remoteRoles, { studyUrlId }, { enabled: studyUrlId !== '' })
  const roles = useMemo(() => asked.data && offeredRoles(asked.data), [asked.data])
  const choices = useMemo(() => {
    const kept = role ? [{ id: String(role), name: String(roleName ?? '') }] : []
    return (roles ?? kept).map(({ id, name }) => ({ value: id, label: nameIn(language, name) || id }))
  }, [roles, role, roleName, language])
  const isAsking = asked.isFetching && !roles
  return (
    <fieldset className="duty-side" aria-label={t(`side.${side}`)}>
      <Field name={fields.software}>
        <ProductSelect
          tenantId={tenantId}
          onChange={() => {
            chooseStudy('')
            form.setFieldsValue({ [fields.role]: '', [fields.name]: '' })
          }}
        />
      </Field>
      {softId !== '' && tenantId !== '' && (
        <div className="duty-study">
          <span aria-hidden="true">{t('study')}</span>
          <StudySelect
            key={`${tenantId} ${softId}`}
            tenantId={tenantId}
            softId={softId}
            label={`${label(fields.software)} · ${t('study')}`}
            placeholder={t('chooseStudy')}
            value={studyUrlId}
            onChange={chooseStudy}
          />
          <p>{t('studyHint')}</p>
        </div>
      )}
      {asked.error && !asked.isFetching && (
        <ErrorState
          title={t('rolesFailed')}
          detail={asked.error.message}
          retryLabel={t('retry')}
          onRetry={asked.refetch}
        />
      )}
      <Field name={fields.role} extra={isAsking ? <span role="status">{t('asking')}</span> : undefined}>
        <LookupSelect
          choices={isAsking ? undefined : choices}
          disabled={!roles && !role}
          placeholder={roles ? undefined : t('studyFirst')}
          onChange={(id) =>
            form.setFieldsValue({ [fields.name]: roles?.find((one) => one.id === id)?.name ?? '' })
          }
        />
      </Field>
      <Field name={fields.name} hidden>
        <Input />
      </Field>
    </fieldset>
  )
}
