import type { AccessReviewItem, Language } from '@atrium/contract'
import { translator } from '../../../platform/texts/translator.ts'
import { readReviewsOf } from '../../access-reviews/index.ts'
import { inBoth, type Source, type Words } from '../source.ts'
import { contractWords, fileWords } from '../words.ts'
import { noNote, type Row, type Section } from './section.ts'

/** Returns the reviews and decisions in a language. */
const readIn = (source: Source, language: Language) =>
  readReviewsOf({ ...source, language, t: translator(language) }, source.asked)

/** The reviews of the access of each study. Their hashes depend on what blinding hides. */
export const accessReviewsSection: Section = {
  name: 'accessReviews',
  table: async (source) => {
    const { reviews } = await readIn(source, 'zh')
    const { isUnblinded } = source.asked
    return {
      title: fileWords(({ sections }) => sections.accessReviews),
      note: noNote,
      columns: [
        { name: contractWords('accessReview.name') },
        { name: contractWords('accessReview.studyName') },
        { name: contractWords('accessReview.firstDay') },
        { name: contractWords('accessReview.lastDay') },
        { name: contractWords('accessReview.state') },
        { name: contractWords('accessReview.closerName') },
        { name: contractWords('accessReview.closedAt'), isTime: true },
        { name: contractWords('accessReview.conclusion') },
        ...(isUnblinded ? [{ name: contractWords('accessReview.resultSha256') }] : []),
      ],
      rows: reviews.map((review) => [
        ...[review.name, review.studyName, review.firstDay, review.lastDay],
        contractWords(`accessReview.states.${review.state}`),
        ...[review.closerName, review.closedAt, review.conclusion],
        ...(isUnblinded ? [review.resultSha256] : []),
      ]),
    }
  },
}

function rowOf(zh: AccessReviewItem, en: AccessReviewItem): Row {
  const both = (textOf: (item: AccessReviewItem) => string): Words => [textOf(zh), textOf(en)]
  return [
    ...[zh.reviewName, both(({ fullName }) => fullName), zh.userName, both(({ studyName }) => studyName)],
    ...[both(({ siteName }) => siteName), both(({ softName }) => softName)],
    both(({ roles }) => roles.join('\n')),
    inBoth((language) =>
      zh.unusual.map((sign) => translator(language)(`accessReview.signs.${sign}`)).join('\n'),
    ),
    contractWords(`accessReview.answers.${zh.answer ?? 'none'}`),
    both(({ answerRole, answerUnlimited, answerUntil }) =>
      [answerRole, answerUnlimited ? '∞' : answerUntil].filter((text) => text !== '').join(' · '),
    ),
    ...[zh.answerReason, zh.answererName, zh.answeredAt],
    zh.applied === null ? '' : contractWords(`accessReview.applications.${zh.applied}`),
  ]
}

/** The decisions on the access of the studies, also of reviews of the whole tenant. */
export const decisionsSection: Section = {
  name: 'decisions',
  table: async (source) => {
    const [zh, en] = [await readIn(source, 'zh'), await readIn(source, 'en')]
    return {
      title: fileWords(({ sections }) => sections.decisions),
      note: noNote,
      columns: [
        { name: contractWords('accessReview.reviewName') },
        { name: contractWords('accessReview.fullName') },
        { name: contractWords('accessReview.userName') },
        { name: contractWords('accessReview.studyName') },
        { name: contractWords('accessReview.siteName') },
        { name: contractWords('accessReview.softName') },
        { name: contractWords('accessReview.roles') },
        { name: contractWords('accessReview.unusual') },
        { name: contractWords('accessReview.answer') },
        { name: contractWords('accessReview.accessUntil') },
        { name: contractWords('accessReview.answerReason') },
        { name: contractWords('accessReview.answererName') },
        { name: contractWords('accessReview.answeredAt'), isTime: true },
        { name: contractWords('accessReview.applied') },
      ],
      rows: zh.items.map((item, index) => rowOf(item, en.items[index] ?? item)),
    }
  },
}
