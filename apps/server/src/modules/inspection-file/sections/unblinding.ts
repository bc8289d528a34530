import { type Language, listNames, productNameIn } from '@atrium/contract'
import { readRegister } from '../../studies/blinding/index.ts'
import type { Words } from '../source.ts'
import { contractWords, fileWords } from '../words.ts'
import { noNote, type Row, type Section } from './section.ts'

type Request = Awaited<ReturnType<typeof readRegister>>[number]

const rolesIn = ({ roles }: Request, language: Language): string =>
  roles
    .map(({ roleName, reason, siteNames }) =>
      [productNameIn(language, roleName), reason, listNames(language, siteNames)]
        .filter((text) => text !== '')
        .join(' · '),
    )
    .join('\n')

function rowOf(zh: Request, en: Request): Row {
  const both = (textOf: (request: Request) => string): Words => [textOf(zh), textOf(en)]
  return [
    ...[zh.personName, zh.studyName, both(({ softName }) => softName)],
    [rolesIn(zh, 'zh'), rolesIn(en, 'en')],
    contractWords(`unblinding.states.${zh.state}`),
    ...[zh.requesterName, zh.requestTime, zh.deciderName, zh.decideTime, zh.decisionReason],
    ...[zh.beginTime, zh.endTime],
  ]
}

/** The register of unblinded access. */
export const unblindingSection: Section = {
  name: 'unblinding',
  onlyUnblinded: true,
  table: async ({ trx, asked }) => {
    const [zh, en] = [await readRegister(trx, asked, 'zh'), await readRegister(trx, asked, 'en')]
    return {
      title: fileWords(({ sections }) => sections.unblinding),
      note: noNote,
      columns: [
        { name: contractWords('unblinding.personName') },
        { name: contractWords('unblinding.studyName') },
        { name: contractWords('unblinding.softName') },
        { name: contractWords('unblinding.roles') },
        { name: contractWords('unblinding.state') },
        { name: contractWords('unblinding.requesterName') },
        { name: contractWords('unblinding.requestTime'), isTime: true },
        { name: contractWords('unblinding.deciderName') },
        { name: contractWords('unblinding.decideTime'), isTime: true },
        { name: contractWords('unblinding.decisionReason') },
        { name: contractWords('unblinding.beginTime'), isTime: true },
        { name: contractWords('unblinding.endTime'), isTime: true },
      ],
      rows: zh.map((request, index) => rowOf(request, en[index] ?? request)),
    }
  },
}
