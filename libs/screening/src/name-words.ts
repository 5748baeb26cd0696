const setOf = (words: string) => new Set(words.split(/\s+/).filter(Boolean));

/** Forms of address, which no list and no customer writes consistently. */
export const honorifics = setOf(`
  mr mrs ms miss mme mlle dr prof professor sir dame lord lady madam herr frau senor senora sheikh shaykh sheik shaikh cheikh
  hajji haji hadji hajj al-hajj mullah mulla maulavi mawlawi maulvi mawlana ayatollah hojjatoleslam sayyid seyyed syed
  general colonel major captain brigadier lieutenant admiral commander eng engineer ing hon excellency jr sr
`);

/** What says of a company only which kind of legal person it is. */
export const legalForms = setOf(`
  ltd limited llc llp lp plc inc incorporated corp corporation co company gmbh mbh ag kg kgaa ohg ug ev sa sas sarl sasu
  srl spa sapa snc sl slu sau ltda eirl bv nv cv vof cvba bvba ab as asa aps oy oyj ou sia uab doo dooel dd ad ead eood ood
  zrt kft nyrt rt sro spol spzoo zoo ooo oao zao pao ao pjsc ojsc cjsc jsc pte pty sdn bhd kk gk fze fzco fzc fzllc wll
  bsc saog saoc pvt private tbk pt sae kabushiki kaisha gaisha
`);

/** Without the words around them their parts would tell something: `liability`, `stock`. */
export const legalPhrases = [
  'limited liability company',
  'limited liability partnership',
  'public joint stock company',
  'open joint stock company',
  'closed joint stock company',
  'joint stock company',
  'public limited company',
  'free zone company',
  'free zone establishment',
  'sociedad anonima',
  'societe anonyme',
  'societa per azioni',
  'sp z o o',
  'd o o',
  's r o',
  'sdn bhd',
  'obshchestvo s ogranichennoy otvetstvennostyu',
  'aktsionernoe obshchestvo',
];

export const particles = setOf(`
  al el ul ad ar as an ibn bin ben bint bt abu abou umm wa the of and und et van von der den de del della di da das do
  dos la le les du des ter ten zu lil
`);

/** Abbreviations with one meaning in names. */
export const spellings = new Map([
  ['intl', 'international'],
  ['int', 'international'],
  ['mfg', 'manufacturing'],
  ['mgmt', 'management'],
  ['svcs', 'services'],
  ['svc', 'services'],
  ['service', 'services'],
  ['bros', 'brothers'],
  ['assn', 'association'],
  ['assoc', 'association'],
  ['univ', 'university'],
  ['inst', 'institute'],
  ['govt', 'government'],
  ['dept', 'department'],
  ['tech', 'technology'],
  ['technologies', 'technology'],
  ['engg', 'engineering'],
  ['eng', 'engineering'],
  ['ind', 'industries'],
  ['inds', 'industries'],
  ['industry', 'industries'],
  ['industrial', 'industries'],
  ['trdg', 'trading'],
  ['trade', 'trading'],
  ['grp', 'group'],
  ['hldg', 'holding'],
  ['holdings', 'holding'],
  ['st', 'saint'],
  ['ibn', 'bin'],
  ['ben', 'bin'],
  ['gim', 'kim'],
  ['bag', 'pak'],
  ['bak', 'pak'],
  ['park', 'pak'],
  ['choe', 'choi'],
  ['md', 'mohammed'],
  ['mohd', 'mohammed'],
]);

/** Words that look alike and mean something else. */
export const opposites = setOf(`
  north south east west northern southern eastern western northeast northwest southeast southwest first last upper lower
  import export male female red green blue white black
`);
