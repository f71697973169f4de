import type { Random } from "../../server/src/seed/random"
import { gif, jpeg, png, webp } from "../pictures"

/** What a hostile caller writes: values, whole bodies, headers and pictures. No text here is one that an answer's check looks for. */
const half = String.fromCharCode(0xd800)

export const texts = [
  "",
  " \t\r\n ",
  "x",
  "null",
  "undefined",
  "NaN",
  "0",
  "-1",
  "1e999",
  "٣",
  "a".repeat(201),
  "ı".repeat(2001),
  "😀".repeat(5000),
  "İIıiŞşĞğ",
  "\u0000",
  "a\u0000b",
  half,
  `x${half}y`,
  `${String.fromCharCode(0xdc00)}${half}`,
  "\ufffe\uffff\ufeff",
  "‮RTL‬ שלום مرحبا",
  "👩‍👩‍👧‍👦🏳️‍🌈",
  "e\u0301".repeat(50),
  `Z${"\u0300".repeat(500)}`,
  "' OR '1'='1",
  "'; DROP TABLE campaigns; --",
  "1) UNION SELECT NULL,NULL--",
  "\\'; $1 $$ %s %% _ \\",
  "{{7*7}}",
  `\${7*7}`,
  "<%= 7*7 %>",
  "#{7*7}",
  "{{constructor.constructor('x')()}}",
  "%{(#a=1)}",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "javascript:alert(1)",
  "data:text/html,<b>x",
  "http://169.254.169.254/latest/meta-data",
  "http://[::1]:0/",
  "http://a:b@c.example/%00",
  "//evil.example",
  "../../../../etc/passwd",
  "..\\..\\windows\\win.ini",
  "file:///etc/passwd",
  "/backend/media/../../etc/passwd",
  `/backend/media/${"0".repeat(64)}.png`,
  "a\r\nBcc: x@y.example\r\n\r\nx",
  "x@y.example",
  `${"a".repeat(64)}@${"b".repeat(63)}.example`,
  "x@y.example,z@y.example",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "00000000-0000-4000-8000-000000000000",
  "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
  "00000000-0000-4000-8000-000000000000' --",
  "2026-02-30",
  "2026-03-01",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999999999Z",
  "+275760-09-13T00:00:00Z",
  "-271821-04-20T00:00:00.000Z",
  "2026-03-01T00:00:00+99:99",
  "2026-03-01T24:00:00",
  "infinity",
  "#ff0000",
  "+90 532 555 10 10",
  "TRY",
  "true",
  "[]",
  "{}",
]

const numbers = [
  0, -0, 1, -1, 2, 3, 5, 0.5, 1e-320, 1e300, -1e300, 255, 32_767, 32_768, 2_147_483_647, 2_147_483_648, -2_147_483_649,
  9_007_199_254_740_992, 9.223_372_036_854_776e18, 1e12, 99_999_999_999.999,
]

const nested = (depth: number, isList: boolean): unknown => {
  let value: unknown = "x"
  for (let at = 0; at < depth; at++) value = isList ? [value] : { x: value }
  return value
}

/** As JSON makes them: a member of that name, not a prototype. */
const prototypes = [
  '{"__proto__":{"role":"Administrator","isAdmin":true}}',
  '{"constructor":{"prototype":{"role":"Administrator"}}}',
  '{"toString":null,"valueOf":1,"hasOwnProperty":[]}',
  '{"toJSON":"x","then":"y","length":-1}',
]

export const hostile = (random: Random): unknown => {
  switch (random.whole(0, 11)) {
    case 0:
      return null
    case 1:
      return random.chance(0.5)
    case 2:
    case 3:
      return random.pick(numbers)
    case 4:
      return random.pick([[], {}, [[]], [null], [{}], [""], { $gt: "" }, { text: "x" }, [1, "a", null, {}]])
    case 5:
      return Array.from({ length: random.pick([2, 51, 101, 501]) }, () => random.pick(texts.slice(0, 12)))
    case 6:
      return JSON.parse(random.pick(prototypes))
    case 7:
      return nested(random.pick([5, 50, 500]), random.chance(0.5))
    default:
      return random.pick(texts)
  }
}

const encode = (text: string) => new TextEncoder().encode(text)
const deep = (open: string, shut: string, depth: number) => encode(open.repeat(depth) + shut.repeat(depth))

/** Bodies that are hostile as a whole. */
export const wholeBodies: (() => Uint8Array)[] = [
  () => encode(""),
  () => encode(" \n\t"),
  () => encode("null"),
  () => encode("[]"),
  () => encode("5"),
  () => encode('"x"'),
  () => encode("{"),
  () => encode('{"a":1,}'),
  () => encode("{'a':1}"),
  () => encode('{"a":NaN}'),
  () => encode('{"a":1e999,"rewardValue":1e999}'),
  () => encode('{"title":"x","title":["y"],"title":null}'),
  () => encode('\ufeff{"title":"x"}'),
  () => encode('{"name":"\\u0000"}'),
  () => encode('{"\\u0000":"x"}'),
  () => encode('{"name":"\\ud800"}'),
  () => encode('{"\\udfff":1}'),
  () => Uint8Array.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0x22, 0x7d]),
  () => Uint8Array.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  () => Uint8Array.from([0xed, 0xa0, 0x80, 0xf4, 0x90, 0x80, 0x80, 0xc0, 0x80]),
  () => deep("[", "]", 100),
  () => deep("[", "]", 20_000),
  () => deep('{"metadata":', "}", 20_000).subarray(0),
  () => encode(`{"metadata":${"[".repeat(20_000)}${"]".repeat(20_000)}}`),
  () => encode(`{"metadata":${'{"a":'.repeat(9000)}1${"}".repeat(9000)},"cardName":"x","name":"x","title":"x"}`),
  () => encode(`{"cardName":"x","metadata":${"[".repeat(9000)}${"]".repeat(9000)}}`),
  () => encode(`{"name":"${"a".repeat(1024 * 1024)}"}`),
  () => encode(`{"title":"${"ş".repeat(200_000)}"}`),
  () => encode(`{${Array.from({ length: 5000 }, (_, at) => `"k${at}":${at}`).join(",")}}`),
  () => encode(`{"tenantIds":[${'"00000000-0000-4000-8000-000000000000",'.repeat(5000)}null]}`),
  () => encode("a=1&b=2&__proto__[x]=1"),
  () => encode("<?xml version='1.0'?><!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]><x>&y;</x>"),
  ...prototypes.map(text => () => encode(text)),
]

const joined = (...parts: (Uint8Array | string)[]) => Buffer.concat(parts.map(part => Buffer.from(part as Uint8Array)))

const svg = "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'><script>alert(1)</script></svg>"
const page = "<!doctype html><script>alert(1)</script>"

/** Pictures that are none, are two things at once, or promise what they don't hold. */
export const files: (() => Uint8Array)[] = [
  () => png(1),
  () => gif,
  () => webp,
  () => jpeg,
  () => new Uint8Array(),
  () => encode(svg),
  () => encode(page),
  () => joined(png(), page),
  () => joined(png(), "PK\u0003\u0004", "\0".repeat(30)),
  () => joined("GIF89a/*", page, "*/=1;"),
  () => joined(gif, "<?php echo 1 ?>"),
  () => joined(jpeg, svg),
  () => joined("\u0089PNG\r\n\u001a\n", page),
  () => joined(png().subarray(0, 20)),
  () => joined(png().subarray(0, 8)),
  () => jpeg.subarray(0, 30),
  () => Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x00, 0xff, 0xc0, 0x00, 0x00]),
  () => Uint8Array.from([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff]),
  () => webp.subarray(0, 16),
  () => joined("RIFF\xff\xff\xff\xffWEBPVP8X"),
  () => gif.subarray(0, 7),
  () => joined("GIF89a\0\0\0\0"),
  () => png(0, { width: 60_000, height: 60_000, real: false }),
  () => png(0, { width: 0, height: 0, real: false }),
  () => png(0, { width: 2 ** 31, height: 2 ** 31, real: false }),
  () => joined("\0\0\0\u0018ftypheic", "\0".repeat(12)),
  () => joined("\0\0\0\u0000ftypavif", "\0".repeat(40)),
  () => joined("\0\0\u0001\0\xff\xff", "\0".repeat(40)),
  () => joined("II*\0\xff\xff\xff\xff"),
  () => joined("icns\0\0\0\0", "\0".repeat(16)),
  () => joined("8BPS", "\0".repeat(30)),
  () => joined("\xff\x0a", "\0".repeat(30)),
  () => joined("%PDF-1.7\n", png()),
  () => joined("BM", "\xff".repeat(60)),
  () => new Uint8Array(5 * 1024 * 1024 + 1).fill(0x89),
]
