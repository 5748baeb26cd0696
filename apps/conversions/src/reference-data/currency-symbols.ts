/**
 * How amounts are written, from CLDR's narrow symbols and the usage of the central banks; a currency without a symbol
 * uses its code. Symbols are not unique: twenty currencies share the dollar sign.
 */
const symbols = new Map(
  `
  AFN ؋, ALL L, AMD ֏, AOA Kz, ARS $, AUD $, AZN ₼, BAM KM,
  BBD $, BDT ৳, BHD BD, BMD $, BND $, BOB Bs, BRL R$, BSD $,
  BWP P, BYN Br, BZD $, CAD $, CLP $, CNY ¥, COP $, CRC ₡,
  CUP $, CVE Esc, CZK Kč, DKK kr, DOP $, DZD DA, EGP E£, ETB Br,
  EUR €, FJD $, FKP £, GBP £, GEL ₾, GHS GH₵, GIP £, GNF FG,
  GTQ Q, GYD $, HKD $, HNL L, HTG G, HUF Ft, IDR Rp, ILS ₪,
  INR ₹, IQD ID, ISK kr, JMD $, JOD JD, JPY ¥, KES KSh, KGS som,
  KHR ៛, KMF CF, KPW ₩, KRW ₩, KWD KD, KYD $, KZT ₸, LAK ₭,
  LBP L£, LKR Rs, LRD $, LYD LD, MAD DH, MDL L, MGA Ar, MKD den,
  MMK K, MNT ₮, MUR Rs, MXN $, MYR RM, NAD $, NGN ₦, NIO C$,
  NOK kr, NPR Rs, NZD $, OMR RO, PAB B/., PEN S/, PGK K, PHP ₱,
  PKR Rs, PLN zł, PYG ₲, QAR QR, RON lei, RSD din., RUB ₽, RWF RF,
  SAR SR, SBD $, SEK kr, SGD $, SHP £, SRD $, SSP £, STN Db,
  SYP £, THB ฿, TND DT, TOP T$, TRY ₺, TTD $, TWD $, TZS TSh,
  UAH ₴, UGX USh, USD $, UYU $, UZS soʻm, VND ₫, XAF FCFA, XCD $,
  XCG Cg, XOF CFA, XPF F, ZAR R, ZMW ZK, ZWG ZiG`
    .split(',')
    .map((entry) => entry.trim())
    .map((entry): [string, string] => [entry.slice(0, 3), entry.slice(4)]),
);

/** Symbols placed after the amount in their country. The euro is placed before it, as in English. */
const behind = new Set(
  'ALL AMD BAM BYN CVE CZK DKK DZD GEL HUF ISK KGS KZT MAD MDL MKD NOK PLN RON RSD RUB SEK TJS TMT TND UAH UZS VND XAF XOF XPF'.split(
    ' ',
  ),
);

export const symbolOf = (code: string): string => symbols.get(code) ?? code;

export const isSymbolBeforeAmount = (code: string): boolean => !behind.has(code);
