import { beforeEach, describe, expect, it } from '@jest/globals'
import { findRanges } from './find-ranges.ts'

beforeEach(() => {
  document.body.innerHTML =
    '<article><h2>找回密码</h2><p>点击<strong>忘记</strong>密码？即可。</p><ul><li>Sign in</li><li>by SMS, sign IN</li></ul></article>'
})

const found = (phrase: string): string[] => {
  const article = document.querySelector('article')
  return article ? findRanges(article, phrase).map((range) => range.toString()) : []
}

describe('the search within a manual', () => {
  it('finds every occurrence of a phrase regardless of case', () => {
    expect(found(' sign in ')).toEqual(['Sign in', 'sign IN'])
    expect(found('密码')).toEqual(['密码', '密码'])
  })

  it('ignores character width and form, and finds the right positions', () => {
    expect(found('ｓｉｇｎ ＩＮ')).toEqual(['Sign in', 'sign IN'])
    expect(found('密码?')).toEqual(['密码？'])
  })

  it('finds a phrase across inline markup but not across blocks', () => {
    expect(found('点击忘记密码')).toEqual(['点击忘记密码'])
    expect(found('密码点击')).toEqual([])
    expect(found('inby')).toEqual([])
  })

  it('treats the input literally, and finds nothing for an empty phrase', () => {
    expect(found('密码？')).toEqual(['密码？'])
    expect(found('.*')).toEqual([])
    expect(found('  ')).toEqual([])
  })
})
