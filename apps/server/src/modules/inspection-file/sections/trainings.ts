import { authorizationStyles, productNameIn } from '@atrium/contract'
import { sql } from 'kysely'
import { inTenants, nameIn } from '../../../platform/crud/index.ts'
import { translator } from '../../../platform/texts/translator.ts'
import { inBoth, type Source } from '../source.ts'
import { contractWords, fileWords } from '../words.ts'
import { instantOf, readAccessAtEnd } from './access.ts'
import { noNote, type Section } from './section.ts'

const shown = (instant: Date | null): string => instant?.toISOString() ?? ''

/** Selects the studies with their products. A blinded file has none in RTSM. */
const linksOf = ({ trx, as, asked }: Source) =>
  trx
    .selectFrom('studyUrl')
    .innerJoin('study', (join) =>
      join.onRef('study.tenantId', '=', 'studyUrl.tenantId').onRef('study.id', '=', 'studyUrl.studyId'),
    )
    .innerJoin('software', 'software.id', 'studyUrl.softwareId')
    .where('studyUrl.tenantId', '=', asked.tenantId)
    .where(inTenants(as, 'studyUrl.tenantId'))
    .where('studyUrl.studyId', 'in', asked.studyIds)
    .$if(!asked.isUnblinded, (links) =>
      links.where(sql<boolean>`software.authorization_style is distinct from ${authorizationStyles.rtsm}`),
    )
    .select(['study.studyName', nameIn('zh', 'software.softwareName').as('softName')])
    .select(nameIn('en', 'software.softwareName').as('softNameEn'))

/** Which trainings the roles in the studies need. */
export const requirementsSection: Section = {
  name: 'requirements',
  table: async (source) => {
    const rows = await linksOf(source)
      .innerJoin('trainingRequirement', (join) =>
        join
          .onRef('trainingRequirement.tenantId', '=', 'studyUrl.tenantId')
          .onRef('trainingRequirement.studyUrlId', '=', 'studyUrl.id'),
      )
      .innerJoin('training', (join) =>
        join
          .onRef('training.tenantId', '=', 'trainingRequirement.tenantId')
          .onRef('training.id', '=', 'trainingRequirement.trainingId'),
      )
      .select(['training.code', 'training.name', 'training.kind', 'training.months'])
      .select(['trainingRequirement.roleId', 'trainingRequirement.roleName', 'trainingRequirement.fromDay'])
      .orderBy('study.studyName')
      .orderBy('training.code')
      .orderBy('trainingRequirement.id')
      .execute()
    return {
      title: fileWords(({ sections }) => sections.requirements),
      note: noNote,
      columns: [
        { name: contractWords('training.studyName') },
        { name: contractWords('training.softName') },
        { name: contractWords('training.roleName') },
        { name: contractWords('training.trainingCode') },
        { name: contractWords('training.trainingName') },
        { name: contractWords('training.kind') },
        { name: contractWords('training.months') },
        { name: contractWords('training.fromDay') },
      ],
      rows: rows.map((row) => [
        ...[row.studyName, [row.softName, row.softNameEn] as const],
        row.roleId === ''
          ? contractWords('training.shown.everyRole')
          : inBoth((language) => productNameIn(language, row.roleName) || row.roleId),
        ...[row.code, row.name, contractWords(`training.kinds.${row.kind}`)],
        inBoth((language) =>
          row.months === 0
            ? translator(language)('training.shown.noLimit')
            : translator(language)('training.shown.months', { count: row.months }),
        ),
        row.fromDay ?? '',
      ]),
    }
  },
}

/** The evidence of those who had access at the end of the period, of the trainings that the studies need. */
export const evidenceSection: Section = {
  name: 'evidence',
  table: async (source) => {
    const { trx, as, asked } = source
    const { at, isTooEarly } = await instantOf(source)
    const access = isTooEarly ? [] : await readAccessAtEnd(source, at)
    const people = [...new Set(access.flatMap(([{ userId }]) => (userId === '' ? [] : [userId])))]
    const links = (await linksOf(source).select('studyUrl.id').execute()).map(({ id }) => id)
    const rows = await trx
      .selectFrom('trainingEvidence')
      .innerJoin('training', (join) =>
        join
          .onRef('training.tenantId', '=', 'trainingEvidence.tenantId')
          .onRef('training.id', '=', 'trainingEvidence.trainingId'),
      )
      .where('trainingEvidence.tenantId', '=', asked.tenantId)
      .where(inTenants(as, 'trainingEvidence.tenantId'))
      .where('trainingEvidence.userId', '=', sql<string>`any (${people}::text[])`)
      .where('trainingEvidence.createdAt', '<=', at === null ? sql<Date>`now()` : new Date(at))
      .where(
        sql<boolean>`exists (select from training_requirement needed where needed.tenant_id = training.tenant_id
          and needed.training_id = training.id and needed.study_url_id = any (${links}::text[]))`,
      )
      .select(['trainingEvidence.personName', 'training.code', 'training.name', 'trainingEvidence.doneOn'])
      .select(['trainingEvidence.expiresOn', 'trainingEvidence.validUntil', 'trainingEvidence.certificateNo'])
      .select(['trainingEvidence.recorderName', 'trainingEvidence.createdAt', 'trainingEvidence.revokedAt'])
      .select(['trainingEvidence.revokerName', 'trainingEvidence.revokeReason'])
      .orderBy('trainingEvidence.personName')
      .orderBy('trainingEvidence.doneOn')
      .orderBy('trainingEvidence.id')
      .execute()
    return {
      title: fileWords(({ sections }) => sections.evidence),
      note: fileWords(({ notes }) => notes.evidence),
      columns: [
        { name: contractWords('training.personName') },
        { name: contractWords('training.trainingCode') },
        { name: contractWords('training.trainingName') },
        { name: contractWords('training.doneOn') },
        { name: contractWords('training.expiresOn') },
        { name: contractWords('training.validUntil'), isTime: true },
        { name: contractWords('training.certificateNo') },
        { name: contractWords('training.recorderName') },
        { name: contractWords('training.recordTime'), isTime: true },
        { name: contractWords('training.revokeTime'), isTime: true },
        { name: contractWords('training.revokerName') },
        { name: contractWords('training.revokeReason') },
      ],
      rows: rows.map((row) => [
        ...[row.personName, row.code, row.name, row.doneOn, row.expiresOn, shown(row.validUntil)],
        ...[row.certificateNo, row.recorderName, shown(row.createdAt), shown(row.revokedAt)],
        ...[row.revokerName, row.revokeReason],
      ]),
    }
  },
}

/** The decisions that somebody may work in a study although trainings were missing. */
export const overridesSection: Section = {
  name: 'overrides',
  table: async (source) => {
    const { at } = await instantOf(source)
    const rows = await linksOf(source)
      .innerJoin('trainingOverride', (join) =>
        join
          .onRef('trainingOverride.tenantId', '=', 'studyUrl.tenantId')
          .onRef('trainingOverride.studyUrlId', '=', 'studyUrl.id'),
      )
      .where('trainingOverride.createdAt', '<=', at === null ? sql<Date>`now()` : new Date(at))
      .select(['trainingOverride.personName', 'trainingOverride.reason', 'trainingOverride.lastDay'])
      .select(['trainingOverride.deciderName', 'trainingOverride.createdAt', 'trainingOverride.endedAt'])
      .select('trainingOverride.endReason')
      .orderBy('trainingOverride.createdAt')
      .orderBy('trainingOverride.id')
      .execute()
    return {
      title: fileWords(({ sections }) => sections.overrides),
      note: noNote,
      columns: [
        { name: contractWords('training.personName') },
        { name: contractWords('training.studyName') },
        { name: contractWords('training.softName') },
        { name: contractWords('training.reason') },
        { name: contractWords('training.lastDay') },
        { name: contractWords('unblinding.deciderName') },
        { name: contractWords('unblinding.decideTime'), isTime: true },
        { name: contractWords('unblinding.endTime'), isTime: true },
        { name: contractWords('training.endReason') },
      ],
      rows: rows.map((row) => [
        ...[row.personName, row.studyName, [row.softName, row.softNameEn] as const, row.reason, row.lastDay],
        ...[row.deciderName, shown(row.createdAt), shown(row.endedAt), row.endReason],
      ]),
    }
  },
}
