import type { Key } from "../../core/text/i18n"

/** The members that have no text. */
type Unlabelled<P extends string, D> = Exclude<`${P}.${keyof D & string}`, Key>

/**
 * Returns the labels of the members of a draft: the text `<texts>.<member>`. A member without such a text does not compile.
 * @param draft any draft; its members count, in the order of the form
 */
export const labelsOf = <P extends string, D extends object>(
  texts: P,
  draft: [Unlabelled<P, D>] extends [never] ? D : Unlabelled<P, D>,
) =>
  Object.fromEntries(Object.keys(draft).map(name => [name, `${texts}.${name}`])) as {
    [Member in keyof D & string]: Extract<`${P}.${Member}`, Key>
  }
