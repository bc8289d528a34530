/**
 * The parts of zod/mini that the suite uses, as the shell provides them to every remote. Shared whole it
 * would be three times the size, all its languages included; not shared, each remote would carry its own.
 * The build fails on a part that is used and not listed here.
 */
export {
  _default,
  array,
  boolean,
  coerce,
  email,
  enum,
  extend,
  int,
  iso,
  literal,
  maximum,
  maxLength,
  minimum,
  minLength,
  null,
  number,
  object,
  optional,
  overwrite,
  parse,
  pipe,
  prefault,
  refine,
  regex,
  registry,
  safeExtend,
  safeParse,
  strictObject,
  string,
  transform,
  trim,
  union,
} from 'zod/v4-mini'
