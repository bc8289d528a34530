import { languages, parseProfile } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import type { Content, SmsTemplate } from './params.ts'
import { renderMail, renderSms } from './render.ts'

const profile = parseProfile({
  publicUrl: 'https://atrium.example',
  systemName: { zh: '试验云', en: 'Trial Cloud' },
  brand: { colour: '#0f766e' },
  support: { hotline: '400-123-4567', email: 'help@atrium.example' },
})

const at = new Date('2026-03-01T16:30:00Z')

const sms: readonly Content<SmsTemplate>[] = [
  { template: 'signInCode', params: { code: '482913', lifeSeconds: 600 } },
  { template: 'passwordResetCode', params: { code: '482913', lifeSeconds: 600 } },
  { template: 'emailChangeCode', params: { userName: 'li.na', code: '482913', lifeSeconds: 600 } },
  { template: 'phoneChangeCode', params: { userName: 'li.na', code: '482913', lifeSeconds: 600 } },
  { template: 'newContactCode', params: { code: '482913', lifeSeconds: 600 } },
  { template: 'passwordWasReset', params: { userName: 'li.na', at } },
  { template: 'userNameReminder', params: { userName: 'li.na' } },
  { template: 'emailWasChanged', params: { userName: 'li.na', email: 'l***@a.example', at } },
  { template: 'phoneWasChanged', params: { userName: 'li.na', phone: '*******5678', at } },
]

const mails: readonly Content[] = [
  ...sms,
  { template: 'emailVerification', params: { userName: 'li.na', key: 'k+1/2=', lifeSeconds: 86_400 } },
  { template: 'invitation', params: { tenantName: '华山医院', key: 'abc', lifeSeconds: 7 * 86_400 } },
  { template: 'newAccount', params: { userName: 'li.na', password: 'Abc12345', lifeSeconds: 259_200 } },
  { template: 'newPassword', params: { userName: 'li.na', password: 'Abc12345', lifeSeconds: 3600 } },
  {
    template: 'licenceEnding',
    params: {
      userName: '',
      tenantName: '华山医院',
      softwareName: 'EDC',
      endTime: '2026-12-31',
      daysLeft: 7,
    },
  },
  {
    template: 'accessEnding',
    params: {
      userName: 'lilei',
      tenantName: '华山医院',
      endings: [
        { kind: 'membership', person: 'Li Na', what: '', study: '', lastDay: '2026-12-31' },
        { kind: 'tenantRole', person: 'Li Na', what: 'CRA', study: '', lastDay: '2026-12-31' },
        { kind: 'systemRole', person: 'Li Na', what: 'Auditor', study: '', lastDay: '2026-12-31' },
        { kind: 'study', person: 'Li Na', what: 'EDC', study: 'LMX-101', lastDay: '2026-12-31' },
      ],
      count: 6,
    },
  },
  {
    template: 'trailReview',
    params: { userName: 'lilei', tenantName: '华山医院', name: 'Quarterly review', dueDay: '2026-12-31' },
  },
  {
    template: 'trainingsDue',
    params: {
      userName: 'lilei',
      tenantName: '华山医院',
      trainings: [{ training: 'GCP', study: 'LMX-101', software: 'EDC', lastDay: '2026-12-31' }],
      count: 3,
    },
  },
  {
    template: 'accessRequested',
    params: {
      userName: 'lilei',
      tenantName: '华山医院',
      requests: [{ person: 'Li Na', study: 'LMX-101', software: 'EDC' }],
      count: 3,
    },
  },
  ...(['accessApproved', 'accessDeclined'] as const).map((template) => ({
    template,
    params: {
      userName: 'li.na',
      tenantName: '华山医院',
      studyName: 'LMX-101',
      softwareName: 'EDC',
      reason: 'no training',
    },
  })),
  {
    template: 'unblindingRequested',
    params: {
      userName: 'lilei',
      tenantName: '华山医院',
      studyName: 'LMX-101',
      softwareName: 'RTSM',
      requesterName: 'Li Lei',
      people: ['Li Na'],
      count: 3,
    },
  },
  ...(['unblindingApproved', 'unblindingDeclined'] as const).map((template) => ({
    template,
    params: {
      userName: 'lilei',
      tenantName: '华山医院',
      studyName: 'LMX-101',
      softwareName: 'RTSM',
      person: 'Li Na',
      deciderName: 'Wang Wei',
      reason: 'checked',
    },
  })),
  {
    template: 'productRefused',
    params: {
      userName: 'lilei',
      tenantName: '华山医院',
      studyName: 'LMX-101',
      softwareName: 'EDC',
      people: [
        { name: 'li.na@hospital.example', reason: 'no training' },
        { name: 'wang@hospital.example', reason: '' },
      ],
      count: 3,
    },
  },
]

const content = (template: Content['template']): Content => {
  const found = mails.find((mail) => mail.template === template)
  if (!found) throw new Error(`no ${template}`)
  return found
}

const inEveryLanguage = <C>(contents: readonly C[]) =>
  contents.flatMap((content) => languages.map((language) => ({ content, language })))

describe('a mail', () => {
  it.each(inEveryLanguage(mails))('$content.template in $language is complete', ({ content, language }) => {
    const { subject, text, html = '' } = renderMail(content, language, profile)
    for (const words of [subject, text, html]) {
      expect(words).not.toBe('')
      // A missing text would show its key, and a missing value its braces.
      expect(words).not.toMatch(/\{\{|undefined|\w+\.(subject|lead|note|action)\b/)
      expect(/\p{Script=Han}/u.test(words.replaceAll('华山医院', ''))).toBe(language === 'zh')
    }
    expect(text).toContain('400-123-4567')
    expect(html).toContain(`<html lang="${language}">`)
    expect(html).toContain('#0f766e')
  })

  it('shows its secret and when it expires', () => {
    const { text, secret, lifeSeconds } = renderMail(content('newPassword'), 'en', profile)
    expect({ secret, lifeSeconds }).toEqual({ secret: 'Abc12345', lifeSeconds: 3600 })
    expect(text).toContain('Abc12345')
    expect(renderMail(content('invitation'), 'zh', profile).text).toContain('7 天')
    expect(renderMail(content('userNameReminder'), 'zh', profile).secret).toBeUndefined()
  })

  it('shows a future day relative to today', () => {
    const params = { userName: '', tenantName: '华山医院', softwareName: 'EDC', endTime: '2026-12-31' }
    const said = (daysLeft: number, language: 'zh' | 'en') =>
      renderMail({ template: 'licenceEnding', params: { ...params, daysLeft } }, language, profile).text
    expect(said(7, 'zh')).toContain('2026-12-31（7 天后）')
    expect(said(1, 'zh')).toContain('2026-12-31（明天）')
    expect(said(1, 'en')).toContain('2026-12-31 (tomorrow)')
    expect(said(0, 'en')).toContain('2026-12-31 (today)')
  })

  it('lists access that ends, the number of what it omits, and the screens on which to extend it', () => {
    const { text, html } = renderMail(content('accessEnding'), 'en', profile)
    expect(text).toContain(
      '- Li Na: authorization for EDC in the study LMX-101, until 2026-12-31\n- and 2 more',
    )
    expect(text).toContain('under “Tenant users”, “Users”, “User authorization”.')
    expect(html).toContain('>Li Na: membership of the tenant, until 2026-12-31</li>')
    const ofPlatform = { userName: 'admin', tenantName: '', endings: [], count: 0 }
    expect(renderMail({ template: 'accessEnding', params: ofPlatform }, 'en', profile).subject).toContain(
      'Trial Cloud',
    )
  })

  it('links to the public URL with an escaped key', () => {
    const link = 'https://atrium.example/#/checkEmail?key=k%2B1%2F2%3D&language=zh'
    const { text, html } = renderMail(content('emailVerification'), 'zh', profile)
    expect(text).toContain(`验证邮箱：${link}`)
    expect(html).toContain(`href="${link.replaceAll('&', '&#38;').replaceAll('=', '&#61;')}"`)
  })

  it.each(inEveryLanguage(mails))(
    "$content.template in $language names the reader's account if it leads to the sign-in page",
    ({ content, language }) => {
      const { text } = renderMail(content, language, profile)
      const query = /#\/signIn\/index\?(\S+)/.exec(text)?.[1]
      if (query === undefined) return
      const { userName } = { userName: undefined, ...content.params }
      expect(new URLSearchParams(query).get('account')).toBe(userName || null)
    },
  )

  it.each(inEveryLanguage([content('newAccount'), content('newPassword')]))(
    '$content.template in $language has the password by itself on its line and in its element',
    ({ content, language }) => {
      const { text, html = '' } = renderMail(content, language, profile)
      expect(text.split('\n')).toContain('Abc12345')
      expect(html).toMatch(/<p style="[^"]*monospace[^"]*"\s*>Abc12345<\/p>/)
    },
  )

  it("shows times in the deployment's time zone", () => {
    expect(renderMail(content('passwordWasReset'), 'en', profile).text).toContain(
      '2026-03-02 00:30:00 (Asia/Shanghai)',
    )
  })

  it('escapes all parameters and keeps the subject on one line', () => {
    const tenantName = '"><img src=x onerror=alert(1)>\r\nBcc: all@example.com'
    const content: Content = { template: 'invitation', params: { tenantName, key: '"><b>', lifeSeconds: 60 } }
    const { subject, html = '' } = renderMail(content, 'en', profile)
    expect(subject).not.toMatch(/[\r\n]/)
    expect(html).not.toMatch(/<img|"><b>/)
    expect(html).toContain('&#34;&#62;&#60;img')
  })

  it('contains no pictures, scripts or external resources', () => {
    for (const { content, language } of inEveryLanguage(mails)) {
      expect(renderMail(content, language, profile).html).not.toMatch(
        /<(img|script|link|iframe)|url\(|@import/i,
      )
    }
  })
})

describe('an SMS', () => {
  it.each(inEveryLanguage(sms))(
    '$content.template in $language is signed and complete',
    ({ content, language }) => {
      const { subject, text, html } = renderSms(content, language, profile)
      expect(text.startsWith(language === 'zh' ? '【试验云】' : '[Trial Cloud] ')).toBe(true)
      expect(text).not.toMatch(/\{\{|undefined|\.sms/)
      expect({ subject, html }).toEqual({ subject: '', html: undefined })
    },
  )

  it('includes its parameters, for gateways that store the texts', () => {
    expect(renderSms(sms[0] as Content<SmsTemplate>, 'zh', profile).params).toEqual({
      code: '482913',
      system: '试验云',
      validity: '10 分钟',
    })
  })
})
