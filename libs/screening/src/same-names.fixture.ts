/** Invented names of common parts: a subject and the entry that it must find, by class. */
export const sameNames: Readonly<Record<string, string>> = {
  'Cyrillic script': `
    Сергей Волков | VOLKOV, Sergey
    Андрей Николаевич Щербаков | SHCHERBAKOV, Andrei Nikolayevich
    Юлия Жукова | ZHUKOVA, Yuliya
    Дмитрий Цветков | TSVETKOV, Dmitry
    Фёдор Хрущёв | KHRUSHCHEV, Fedor
    Алексей Чернышёв | CHERNYSHEV, Aleksei
    Ксения Яковлева | YAKOVLEVA, Kseniia
    Михаил Гусев | GUSEV, Mikhail
    Олександр Шевчук | SHEVCHUK, Oleksandr
    Євген Бойко | BOYKO, Yevhen
    Владимир Петрович Зайцев | ZAYTSEV, Vladimir Petrovich
    Наталья Ершова | YERSHOVA, Natalia
    Игорь Кузьмин | KUZMIN, Igor
    Ђорђе Николић | NIKOLIC, Djordje
    Георги Димитров | DIMITROV, Georgi
    ООО Северная Торговая Компания | SEVERNAYA TORGOVAYA KOMPANIYA OOO`,
  'Cyrillic names in Latin letters': `
    Sergej Volkow | VOLKOV, Sergey
    Serguei Volkov | VOLKOV, Sergey
    Dmitrij Tsvetkoff | TSVETKOV, Dmitry
    Andrey Scherbakov | SHCHERBAKOV, Andrei
    Yulia Joukova | ZHUKOVA, Yuliya
    Julija Zhukova | ZHUKOVA, Yuliya
    Fyodor Khrushchyov | KHRUSHCHEV, Fedor
    Alexey Tchernychev | CHERNYSHEV, Aleksei
    Xenia Yakovleva | YAKOVLEVA, Kseniia
    Mikhail Gusew | GUSEV, Mikhail
    Michail Gusev | GUSEV, Mikhail
    Aleksandr Schewtschuk | SHEVCHUK, Oleksandr
    Evgeny Boiko | BOYKO, Yevgeniy
    Wladimir Sajzew | ZAYTSEV, Vladimir
    Natalya Ershova | YERSHOVA, Natalia
    Grigori Kowaljow | KOVALEV, Grigory
    Alexander Sokolov | SOKOLOV, Aleksandr
    Yuri Medvedko | MEDVEDKO, Iurii
    Iouri Medvedko | MEDVEDKO, Yury
    Anatoliy Kravchenko | KRAVCHENKO, Anatoly`,
  'Arabic script': `
    محمد حسن الخالدي | AL-KHALIDI, Muhammad Hasan
    عبد الله سليم | SALIM, Abdullah
    حسين كريم | KARIM, Hussein
    خالد العتيبي | AL-OTAIBI, Khaled
    فاطمة الزهراوي | AL-ZAHRAWI, Fatima
    يوسف منصور | MANSOUR, Yusuf
    طارق البغدادي | AL-BAGHDADI, Tariq
    مصطفى الدليمي | AL-DULAIMI, Mustafa
    رشيد حمدان | HAMDAN, Rashid
    شركة النور للتجارة | SHARIKAT AL NUR LIL TIJARA
    سلمان قاسم | QASIM, Salman
    عمر فاروق | FAROUK, Omar`,
  'Arabic names in Latin letters': `
    Mohammed Al Khalidi | AL-KHALIDI, Muhammad
    Mohamad Khalidi | AL-KHALIDI, Muhammad
    Muhamad el-Khaledi | AL-KHALIDI, Muhammad
    Abdallah Saleem | SALIM, Abdullah
    Abdulla Salim | SALIM, Abdallah
    Husayn Kareem | KARIM, Hussein
    Hossein Karim | KARIM, Hussain
    Khalid Al Utaybi | AL-OTAIBI, Khaled
    Fatimah Al-Zahrawy | AL-ZAHRAWI, Fatima
    Youssef Mansur | MANSOUR, Yusuf
    Yousif Mansoor | MANSOUR, Yusuf
    Tarek Al Baghdady | AL-BAGHDADI, Tariq
    Moustafa Aldulaimi | AL-DULAIMI, Mustafa
    Rasheed Hamdaan | HAMDAN, Rashid
    Qasem Salmaan | QASIM, Salman
    Kassim Salman | QASIM, Salman
    Omar Faruq | FAROUK, Umar
    Gamal Abdel Rahman | ABD AL-RAHMAN, Jamal
    Ahmad Abdulrahman Nasser | NASIR, Ahmed Abd al-Rahman
    Ibrahim bin Saeed | IBN SAID, Ibrahim`,
  'Chinese, Korean, Greek, Hebrew script': `
    张伟明 | ZHANG, Weiming
    李晓东 | LI, Xiaodong
    欧阳建国 | OUYANG, Jianguo
    王秀英 | WANG, Xiuying
    陈志强 | CHEN, Zhiqiang
    刘海波 | LIU, Haibo
    Zhang Wei Ming | ZHANG, Weiming
    Xiao-Dong Li | LI, Xiaodong
    Ouyang Jian Guo | OUYANG, Jianguo
    김정호 | KIM, Jong Ho
    박성민 | PAK, Song Min
    Kim Jong-ho | KIM, Jong Ho
    Kim Jongho | KIM, Jong Ho
    Αλέξανδρος Παπαδόπουλος | PAPADOPOULOS, Alexandros
    Γεώργιος Νικολαΐδης | NIKOLAIDIS, Georgios
    Ελένη Κωνσταντίνου | KONSTANTINOU, Eleni
    דוד לוי | LEVI, David
    משה כהן | COHEN, Moshe`,
  'word order': `
    Volkov Sergey | Sergey VOLKOV
    VOLKOV SERGEY IVANOVICH | Sergey Ivanovich VOLKOV
    Mansour, Yusuf | Yusuf MANSOUR
    Al-Khalidi Muhammad Hasan | Muhammad Hasan AL-KHALIDI
    Wei Ming Zhang | ZHANG Wei Ming
    Nguyen Van Minh | MINH, Nguyen Van
    Garcia Lopez Maria | Maria GARCIA LOPEZ
    Keller Johannes Friedrich | Johannes Friedrich KELLER
    Dimitrov, Georgi | Georgi DIMITROV
    Trading Northern Star Company | NORTHERN STAR TRADING COMPANY
    Bank of Eastern Commerce | EASTERN COMMERCE BANK
    Petroleum Gulf Services | GULF PETROLEUM SERVICES
    Okafor Emeka Chidi | CHIDI OKAFOR, Emeka
    da Silva Costa, Pedro | Pedro DA SILVA COSTA
    Haddad Rami Elias | Rami Elias HADDAD`,
  initials: `
    S. Volkov | VOLKOV, Sergey
    S Volkov | VOLKOV, Sergey
    Y. Mansour | MANSOUR, Yusuf
    M. H. Al-Khalidi | AL-KHALIDI, Muhammad Hasan
    J.F. Keller | KELLER, Johannes Friedrich
    Johannes F. Keller | KELLER, Johannes Friedrich
    Sergey I. Volkov | VOLKOV, Sergey Ivanovich
    V. P. Zaytsev | ZAYTSEV, Vladimir Petrovich
    Georgi D. Todorov | TODOROV, Georgi Dimitrov
    R.E. Haddad | HADDAD, Rami Elias
    Pedro Costa | COSTA, P.
    Emeka C. Okafor | OKAFOR, Emeka Chidi
    Maria G. Lopez | LOPEZ, Maria Gabriela
    T. Al Baghdadi | AL-BAGHDADI, Tariq
    K. Yakovleva | YAKOVLEVA, Kseniya`,
  'legal forms of companies': `
    Northern Star Trading Ltd | NORTHERN STAR TRADING COMPANY
    Northern Star Trading Limited | NORTHERN STAR TRADING L.L.C.
    Northern Star Trading | NORTHERN STAR TRADING CO., LTD.
    Helios Maritime S.A. | HELIOS MARITIME
    Helios Maritime SA | HELIOS MARITIME INC.
    Helios Maritime Limited Liability Company | HELIOS MARITIME LLC
    OOO Vostok Metall | VOSTOK METALL LLC
    Vostok Metall | OBSHCHESTVO S OGRANICHENNOY OTVETSTVENNOSTYU VOSTOK METALL
    PJSC Baltneft | PUBLIC JOINT STOCK COMPANY BALTNEFT
    Baltneft PAO | BALTNEFT PJSC
    Kessler Präzision GmbH | KESSLER PRAZISION
    Kessler Prazision GmbH & Co. KG | KESSLER PRAZISION GMBH
    Desert Falcon FZE | DESERT FALCON FZCO
    Desert Falcon General Trading LLC | DESERT FALCON GENERAL TRADING
    Golden Crane Shipping Pte. Ltd. | GOLDEN CRANE SHIPPING
    Golden Crane Shipping Sdn Bhd | GOLDEN CRANE SHIPPING SDN. BHD.
    Aurora Minerals B.V. | AURORA MINERALS NV
    Aurora Minerals Sp. z o.o. | AURORA MINERALS
    Inversiones Las Palmeras S.A. de C.V. | INVERSIONES LAS PALMERAS
    Adriatic Cargo d.o.o. | ADRIATIC CARGO
    The Meridian Holding Corporation | MERIDIAN HOLDINGS CORP
    Orion Intl Trading | ORION INTERNATIONAL TRADING
    Orion Tech Mfg | ORION TECHNOLOGIES MANUFACTURING
    Haddad Bros. Exchange | HADDAD BROTHERS EXCHANGE
    Haddad & Sons Exchange | HADDAD AND SONS EXCHANGE
    Pars Kavir Engineering Co. | PARS KAVIR ENGINEERING COMPANY`,
  'spelling mistakes': `
    Sergey Volkv | VOLKOV, Sergey
    Sergey Vollkov | VOLKOV, Sergey
    Segrey Volkov | VOLKOV, Sergey
    Sergey Volokv | VOLKOV, Sergey
    Johanes Keller | KELLER, Johannes
    Johannes Kelller | KELLER, Johannes
    Johannes Keler | KELLER, Johannes
    Emeka Okafour | OKAFOR, Emeka
    Emeka Okafro | OKAFOR, Emeka
    Rami Hadad | HADDAD, Rami
    Pedro Kosta | COSTA, Pedro
    Georgi Dimitorv | DIMITROV, Georgi
    Tariq Al-Bagdadi | AL-BAGHDADI, Tariq
    Mustafa Al-Dulaimy | AL-DULAIMI, Mustafa
    Konstantin Belyakov | BELIAKOV, Konstantine
    Stanislaw Wisniewski | WISNEWSKI, Stanislav
    Katarina Horvat | HORVATH, Katarina
    Elisabeth Braun | BRAUN, Elizabeth
    Catherine Lefevre | LEFEBVRE, Catherine
    Northern Satr Trading | NORTHERN STAR TRADING
    Helios Maritme | HELIOS MARITIME
    Golden Crain Shipping | GOLDEN CRANE SHIPPING
    Desert Flacon Trading | DESERT FALCON TRADING
    Vostok Metal | VOSTOK METALL
    Meridien Holding | MERIDIAN HOLDING
    Aurora Mineral | AURORA MINERALS`,
  'omitted and added words': `
    Sergey Volkov | VOLKOV, Sergey Ivanovich
    Sergey Ivanovich Volkov | VOLKOV, Sergey
    Muhammad Al-Khalidi | AL-KHALIDI, Muhammad Hasan
    Muhammad Hasan Khalidi | AL-KHALIDI, Muhammad
    Rami Haddad | HADDAD, Rami Elias
    Johannes Keller | KELLER, Johannes Friedrich
    Dr. Johannes Keller | KELLER, Johannes
    Sheikh Tariq Al-Baghdadi | AL-BAGHDADI, Tariq
    Haji Rashid Hamdan | HAMDAN, Rashid
    Mr Pedro Costa | COSTA, Pedro
    Prof. Eleni Konstantinou | KONSTANTINOU, Eleni
    General Emeka Okafor | OKAFOR, Emeka
    Ibrahim Said | IBN SAID, Ibrahim
    Omar ibn Khalid Farouk | FAROUK, Omar Khalid
    Maria Costa Pereira | COSTA PEREIRA, Maria da
    Helios Maritime Services | HELIOS MARITIME
    Northern Star Trading | NORTHERN STAR GENERAL TRADING
    Baltneft Shipping | BALTNEFT SHIPPING GROUP`,
  'diacritics and European spellings': `
    Jürgen Müller | MULLER, Juergen
    Juergen Mueller | MÜLLER, Jürgen
    Jurgen Muller | MUELLER, Jürgen
    Søren Kjærgaard | KJAERGAARD, Soren
    Björn Åkesson | AKESSON, Bjorn
    François Lefèvre | LEFEVRE, Francois
    José Ángel Núñez | NUNEZ, Jose Angel
    Łukasz Wójcik | WOJCIK, Lukasz
    Nguyễn Văn Minh | NGUYEN, Van Minh
    Đặng Thị Hoa | DANG, Thi Hoa
    İbrahim Yıldız | YILDIZ, Ibrahim
    Şükrü Çelik | CELIK, Sukru
    Željko Kovačević | KOVACEVIC, Zeljko
    Grzegorz Brzęczyk | BRZECZYK, Grzegorz
    Sean O'Leary | O LEARY, Sean
    Seán Ó Laoire | O'LAOIRE, Sean
    Großhandel Weiß | GROSSHANDEL WEISS`,
  'words run together or split': `
    Al Dulaimi Mustafa | ALDULAIMI, Mustafa
    Abdulrahman Nasser | ABD AL-RAHMAN, Nasser
    Abdel Rahman Nasser | ABDULRAHMAN, Nasser
    Xiaodong Li | LI, Xiao Dong
    Jianguo Ouyang | OU YANG, Jian Guo
    Mac Donald Fraser | MACDONALD, Fraser
    Van der Berg Pieter | VANDERBERG, Pieter
    Nur al Din Hamdan | NURALDIN, Hamdan
    Nureddin Hamdan | NUR AL-DIN, Hamdan
    Balt Neft Shipping | BALTNEFT SHIPPING
    Northstar Trading Company | NORTH STAR TRADING COMPANY
    North Star Trading | NORTHSTAR TRADING
    Seif Allah Karim | SAIFALLAH, Karim
    Ali Reza Farahani | ALIREZA, Farahani
    Gholamhossein Tehrani | GHOLAM HOSSEIN, Tehrani
    NorthernIronTrading | NORTHERN IRON TRADING
    northernirontradingltd | NORTHERN IRON TRADING
    SergejVolkow | VOLKOV, Sergey
    Nor thern Ir on Tra ding | NORTHERN IRON TRADING
    Pars-Kavir-Engineering | PARS KAVIR ENGINEERING COMPANY`,
  'single letters and characters that are not seen': `
    N o r t h e r n I r o n T r a d i n g | NORTHERN IRON TRADING
    N.o.r.t.h.e.r.n I.r.o.n T.r.a.d.i.n.g | NORTHERN IRON TRADING
    N-o-r-t-h-e-r-n Iron Trading | NORTHERN IRON TRADING
    S e r g e y V o l k o v | VOLKOV, Sergey
    С е р г е й Волков | VOLKOV, Sergey
    Nor\u200bthern I\u00adron Trad\u2060ing | NORTHERN IRON TRADING
    \u202egnidarT norI nrehtroN | NORTHERN IRON TRADING
    \u202evokloV yegreS\u202c | VOLKOV, Sergey`,
  'a whole name in a longer one': `
    The New International Northern Iron Trading and Shipping Holding Company of London | NORTHERN IRON TRADING
    London and Overseas Procurement Services of the Northern Star Trading Company for Europe | NORTHERN STAR TRADING COMPANY
    Friends and Supporters of the Sergey Volkov Foundation for Sport and Culture in Europe | VOLKOV, Sergey
    Logistics Department of Baltneft Shipping Terminal Operations and Storage Singapore | BALTNEFT SHIPPING
    Helios Maritime Crewing and Ship Supply Services Agency of Piraeus | HELIOS MARITIME
    Import Export Agency Vostok Metall Warehouse and Distribution Hamburg | VOSTOK METALL`,
};
